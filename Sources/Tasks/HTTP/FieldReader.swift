/// Reads the value of a header from left to right, byte by byte.
///
/// It works on bytes because the grammars of HTTP do. In Swift, a carriage return with a line feed is one `Character`, and
/// so is a quote with a combining accent. Whitespace around the value is not part of it (RFC 9110, 5.5).
struct FieldReader {
  private var rest: ArraySlice<UInt8>

  init(_ field: String) {
    rest = Array(field.utf8).drop(while: \.isFieldSpace)
    while rest.last?.isFieldSpace == true { rest.removeLast() }
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Takes the text if it is next.
  mutating func take(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest.removeFirst(text.utf8.count)
    return true
  }

  mutating func takeByte() -> UInt8? { rest.popFirst() }

  /// Takes bytes while they match, maybe none.
  mutating func takeBytes(while matches: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let taken = rest.prefix(while: matches)
    rest = rest.dropFirst(taken.count)
    return taken
  }

  mutating func skipSpace() {
    _ = takeBytes(while: \.isFieldSpace)
  }

  /// Takes a token (RFC 9110, 5.6.2).
  mutating func takeToken() -> String? {
    let token = takeBytes(while: \.isTokenByte)
    return token.isEmpty ? nil : String(decoding: token, as: UTF8.self)
  }

  /// Takes a number without a sign, of any number of digits, or nil if there is none, or it is too large.
  mutating func takeNumber() -> Int64? {
    // Int64 alone would accept a sign as well.
    Int64(String(decoding: takeBytes(while: \.isDigit), as: UTF8.self))
  }
}

extension UInt8 {
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  /// Space and tab, the whitespace of headers (RFC 9110, 5.6.3).
  var isFieldSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// Whether tokens may contain the byte (RFC 9110, 5.6.2).
  fileprivate var isTokenByte: Bool {
    isDigit || UInt8(ascii: "a")...UInt8(ascii: "z") ~= self | 0x20 || "!#$%&'*+-.^_`|~".utf8.contains(self)
  }
}

extension String {
  /// The text without the whitespace around it, which is not part of a header's value (RFC 9110, 5.5).
  var trimmingFieldSpace: String {
    var reader = FieldReader(self)
    return String(decoding: reader.takeBytes { _ in true }, as: UTF8.self)
  }
}
