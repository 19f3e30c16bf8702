/// The function or accessor around a line, found by indentation: the formatter guarantees it.
struct Declaration: Hashable {
  /// The lines from the first of the header to the one with the closing brace.
  let range: Range<Int>
  /// The lines of the body; empty where the whole declaration stands in one line.
  let body: Range<Int>
  let returnsValue: Bool

  var isOneLine: Bool { range.count == 1 }

  /// The declaration that an edit changes the body of; nil if there is none.
  init?(around edit: Hunk.Edit, in file: [String]) {
    if edit.range.count == 1, let declaration = Self.oneLine(at: edit.range.lowerBound, in: file) {
      self = declaration
      return
    }
    guard let line = (edit.lines + file[edit.range]).first(where: { !$0.isEmpty }) else { return nil }
    var indentation = line.indentation
    var found: Declaration?
    for index in (0..<edit.range.lowerBound).reversed() {
      let line = file[index]
      guard !line.trimmingSpaces.isEmpty, !line.trimmingSpaces.hasPrefix("#"), line.indentation < indentation else {
        continue
      }
      indentation = line.indentation
      guard let declaration = Self.ending(at: index, in: file) else {
        if Self.isType(line) { break }
        continue
      }
      // A property with accessors is not one body but two.
      if !declaration.hasAccessors(in: file) { found = declaration }
    }
    guard let found, found.body.lowerBound <= edit.range.lowerBound, edit.range.upperBound <= found.body.upperBound
    else { return nil }
    self = found
  }

  private init(range: Range<Int>, body: Range<Int>, header: String) {
    self.range = range
    self.body = body
    returnsValue = Self.returnsValue(header)
  }

  private static func oneLine(at index: Int, in file: [String]) -> Declaration? {
    let parts = split(file[index])
    // A variable that is initialised by a closure has no body of its own.
    guard let parts, isDeclaration(parts.header), keyword(of: parts.header) != "var" || !parts.header.contains(" = ")
    else { return nil }
    return Declaration(range: index..<index + 1, body: index..<index, header: parts.header)
  }

  /// The header, with its brace, and the body of a declaration in one line.
  static func split(_ line: String) -> (header: String, body: String)? {
    let marks = line.indices.filter { line[$0...].hasPrefix(" { ") }
    guard line.hasSuffix(" }"), let mark = marks.first else { return nil }
    let start = line.index(mark, offsetBy: 3)
    let end = line.index(line.endIndex, offsetBy: -2)
    return start < end ? (String(line[..<start]), String(line[start..<end])) : nil
  }

  /// The declaration whose header ends in a line.
  private static func ending(at open: Int, in file: [String]) -> Declaration? {
    guard file[open].hasSuffix("{") else { return nil }
    let indentation = file[open].indentation
    var start = open
    if file[open].trimmingSpaces.hasPrefix(")") {
      while start > 0 {
        start -= 1
        if file[start].indentation == indentation, !file[start].trimmingSpaces.isEmpty { break }
      }
    }
    let header = file[start...open].map(\.trimmingSpaces).joined(separator: " ")
    let close = file[(open + 1)...].firstIndex {
      $0.indentation == indentation && $0.trimmingSpaces.hasPrefix("}")
    }
    guard isDeclaration(header), let close else { return nil }
    return Declaration(range: start..<close + 1, body: open + 1..<close, header: header)
  }

  private func hasAccessors(in file: [String]) -> Bool {
    file[body].contains { line in
      ["get {", "set {", "mutating get {", "_read {"].contains { line.trimmingSpaces.hasPrefix($0) }
    }
  }

  private static let modifiers: Set<Substring> = [
    "package", "public", "private", "fileprivate", "internal", "open", "final", "static", "class", "override",
    "mutating",
    "nonmutating", "borrowing", "consuming", "convenience", "required", "lazy", "unsafe",
  ]

  private static func keyword(of header: String) -> String {
    let words = header.split(separator: " ")
    let word = words.first { !modifiers.contains($0) && !$0.hasPrefix("@") && !$0.hasPrefix("private(") } ?? ""
    return String(word.prefix { $0.isLetter })
  }

  private static func isDeclaration(_ header: String) -> Bool {
    ["func", "init", "deinit", "var", "subscript", "get", "set"].contains(keyword(of: header))
  }

  private static func isType(_ line: String) -> Bool {
    ["struct", "enum", "extension", "protocol", "actor"].contains(keyword(of: line)) || line.contains("class ")
  }

  private static func returnsValue(_ header: String) -> Bool {
    switch keyword(of: header) {
    case "var", "subscript", "get": true
    case "func": afterParameters(of: header).contains("->")
    default: false
    }
  }

  private static func afterParameters(of header: String) -> Substring {
    var depth = 0
    for index in header.indices {
      if header[index] == "(" { depth += 1 }
      if header[index] == ")" {
        depth -= 1
        if depth == 0 { return header[index...] }
      }
    }
    return ""
  }
}
