/// Reads the value of a header field from left to right, byte by byte.
///
/// It works on bytes because the grammars of HTTP do: a carriage return with a line feed is one `Character` in Swift,
/// and a quote with a combining accent is no quote. Whitespace around the value is not part of it (RFC 9110, 5.5).
struct FieldReader {
  private var rest: ArraySlice<UInt8>

  init(_ field: String) {
    rest = Array(field.utf8)[...]
    while rest.first?.isFieldSpace == true { rest.removeFirst() }
    while rest.last?.isFieldSpace == true { rest.removeLast() }
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Takes the text if it stands here.
  mutating func take(_ text: String) -> Bool {
    take(text, where: ==)
  }

  /// Takes the text if it stands here, in small letters or capitals.
  mutating func takeIgnoringCase(_ text: String) -> Bool {
    take(text) { $0.lowercased == $1.lowercased }
  }

  private mutating func take(_ text: String, where matches: (UInt8, UInt8) -> Bool) -> Bool {
    let bytes = text.utf8
    guard rest.count >= bytes.count, zip(rest, bytes).allSatisfy(matches) else { return false }
    rest.removeFirst(bytes.count)
    return true
  }

  /// Takes the next byte if there is one that fits.
  mutating func takeByte(where fits: (UInt8) -> Bool = { _ in true }) -> UInt8? {
    guard let byte = rest.first, fits(byte) else { return nil }
    rest.removeFirst()
    return byte
  }

  /// Takes bytes as long as they fit; maybe none.
  mutating func takeBytes(while fits: (UInt8) -> Bool) -> ArraySlice<UInt8> {
    let taken = rest.prefix(while: fits)
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

  /// Takes a number without a sign, of any number of digits; nothing where there is none, or a larger one than fits.
  mutating func takeNumber() -> Int64? {
    let digits = takeBytes(while: \.isDigit)
    // Int64 alone would take a sign as well.
    return digits.isEmpty ? nil : Int64(String(decoding: digits, as: UTF8.self))
  }
}

extension UInt8 {
  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }

  var isLetter: Bool { UInt8(ascii: "a")...UInt8(ascii: "z") ~= lowercased }

  /// The value of a hexadecimal digit; nil for other bytes.
  var hexadecimalDigit: UInt8? {
    switch lowercased {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): lowercased - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// Space and tab, the whitespace of header fields (RFC 9110, 5.6.3).
  var isFieldSpace: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// One of the bytes that tokens are made of (RFC 9110, 5.6.2).
  var isTokenByte: Bool { isDigit || isLetter || "!#$%&'*+-.^_`|~".utf8.contains(self) }

  var lowercased: UInt8 { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self + 32 : self }
}

extension String {
  /// Without the whitespace around it, which is not part of a field's value (RFC 9110, 5.5).
  var trimmingFieldSpace: String {
    var reader = FieldReader(self)
    return String(decoding: reader.takeBytes { _ in true }, as: UTF8.self)
  }
}
