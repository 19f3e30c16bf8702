struct ServerRequest: Sendable {
  var method: String
  /// The requested path, with the query.
  var target: String
  var version: String
  var fields: ServerFields
  var body = Data()
  var isWhole = true

  var path: String { String(target.prefix { $0 != "?" }) }

  /// The port in `Host`.
  var port: String { String((fields["Host"] ?? "").split(separator: ":").last ?? "80") }

  /// Reads a head without its empty line. Nil if it is not a valid head.
  init?(head: String) {
    let lines = head.split(separator: "\r\n", omittingEmptySubsequences: false)
    let words = lines.first?.split(separator: " ") ?? []
    guard words.count == 3, words[2].hasPrefix("HTTP/1."), let fields = ServerFields(lines: lines.dropFirst()) else {
      return nil
    }
    (method, target, version) = (String(words[0]), String(words[1]), String(words[2]))
    self.fields = fields
  }

  var keepsConnection: Bool {
    let connection = fields["Connection"]?.lowercased()
    return version == "HTTP/1.0" ? connection == "keep-alive" : connection != "close"
  }
}
