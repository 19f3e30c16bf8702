/// Header fields in order. Their names are not case-sensitive.
struct ServerFields: Sendable, Hashable {
  var lines: [Line] = []

  struct Line: Sendable, Hashable {
    var name: String
    var value: String
  }

  init(_ fields: KeyValuePairs<String, String> = [:]) {
    lines = fields.map { Line(name: $0.key, value: $0.value) }
  }

  /// Reads the lines of a head after the first. Nil if one of them is not a valid field.
  init?(lines: some Sequence<Substring>) {
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      self.lines.append(Line(name: String(line[..<colon]), value: String(value)))
    }
  }

  /// The value of the first field with this name. Setting it replaces all of them.
  subscript(name: String) -> String? {
    get { lines.first { $0.name.lowercased() == name.lowercased() }?.value }
    set {
      lines.removeAll { $0.name.lowercased() == name.lowercased() }
      if let newValue { lines.append(Line(name: name, value: newValue)) }
    }
  }
}
