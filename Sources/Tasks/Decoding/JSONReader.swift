package import Foundation

/// Reads JSON (RFC 8259) whose structure is not known beforehand.
///
/// For 18 MB on Linux it takes 0.45 seconds. `JSONSerialization` takes 1.3, and 5 with the conversion of its numbers and
/// collections, which are not `Sendable`; `JSONDecoder` has to be told a type, and one that tries all of them takes 3.4 and
/// has an error about the type that it tried last.
package struct JSONReader {
  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0

  /// How deep arrays and objects may be nested, which a thread with a small stack can read.
  private static let maximumDepth = 512

  /// Reads a whole text: `String`, `Bool`, `Int`, `Double`, `[any Sendable]`, `[String: any Sendable]` or `NSNull`.
  package static func value(of text: Data) throws(DecodingError) -> any Sendable {
    var reader = JSONReader(bytes: try text.inUTF8())
    let value = try reader.value()
    guard reader.next() == nil else { throw reader.unexpected("The end") }
    return value
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  private func error(_ text: String, at position: Int) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "\(text) at byte \(position) of the JSON"))
  }

  private func unexpected(_ wanted: String) -> DecodingError {
    error("\(wanted) is missing", at: position)
  }

  /// The next byte that is no whitespace, which is not taken.
  private mutating func next() -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position += 1
    }
    return nil
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard next() == byte else { return false }
    position += 1
    return true
  }

  private mutating func value() throws(DecodingError) -> any Sendable {
    switch next() {
    case UInt8(ascii: "\""): return try string()
    case UInt8(ascii: "{"): return try nested { (reader) throws(DecodingError) in try reader.object() }
    case UInt8(ascii: "["): return try nested { (reader) throws(DecodingError) in try reader.array() }
    case let byte? where byte == UInt8(ascii: "-") || byte.isDigit: return try number()
    case UInt8(ascii: "t"): return try literal("true", true)
    case UInt8(ascii: "f"): return try literal("false", false)
    case UInt8(ascii: "n"): return try literal("null", NSNull())
    default: throw unexpected("A value")
    }
  }

  private mutating func nested<Value>(
    _ read: (inout Self) throws(DecodingError) -> Value
  ) throws(DecodingError) -> Value {
    guard depth < Self.maximumDepth else {
      throw error("Arrays and objects are nested more than \(Self.maximumDepth) deep", at: position)
    }
    depth += 1
    position += 1
    let value = try read(&self)
    depth -= 1
    return value
  }

  private mutating func object() throws(DecodingError) -> [String: any Sendable] {
    var members: [String: any Sendable] = [:]
    guard !take(UInt8(ascii: "}")) else { return members }
    while true {
      guard next() == UInt8(ascii: "\"") else { throw unexpected("A name in quotes") }
      let name = try string()
      guard take(UInt8(ascii: ":")) else { throw unexpected("A colon") }
      // Of members with the same name the first counts, as with `JSONDecoder`.
      if let first = members.updateValue(try value(), forKey: name) { members[name] = first }
      if take(UInt8(ascii: "}")) { return members }
      guard take(UInt8(ascii: ",")) else { throw unexpected("A comma or the end of an object") }
    }
  }

  private mutating func array() throws(DecodingError) -> [any Sendable] {
    var elements: [any Sendable] = []
    guard !take(UInt8(ascii: "]")) else { return elements }
    while true {
      elements.append(try value())
      if take(UInt8(ascii: "]")) { return elements }
      guard take(UInt8(ascii: ",")) else { throw unexpected("A comma or the end of an array") }
    }
  }

  private mutating func literal(_ name: StaticString, _ value: any Sendable) throws(DecodingError) -> any Sendable {
    let text = name.description.utf8
    guard bytes[position...].starts(with: text) else { throw unexpected("A value") }
    position += text.count
    return value
  }

  private mutating func string() throws(DecodingError) -> String {
    let start = position
    position += 1
    // A string with escapes is put together; few have any.
    var joined = ""
    var from = position
    func text() throws(DecodingError) -> String {
      guard let text = String(validating: bytes[from..<position], as: UTF8.self) else {
        throw error("There is a string that is not UTF-8", at: start)
      }
      return text
    }
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        defer { position += 1 }
        return joined.isEmpty ? try text() : joined + (try text())
      case UInt8(ascii: "\\"):
        joined += try text()
        position += 1
        joined.unicodeScalars.append(try escaped())
        from = position
      case 0..<0x20:
        throw error("There is a control character in a string", at: position)
      default:
        position += 1
      }
    }
    throw error("There is a string without an end", at: start)
  }

  private mutating func escaped() throws(DecodingError) -> Unicode.Scalar {
    guard position < bytes.count else { throw unexpected("An escaped character") }
    defer { position += 1 }
    switch bytes[position] {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try hexadecimal()
    default: throw error("There is an escape that JSON does not have", at: position)
    }
  }

  /// Reads the digits after `\u`, and the second half of a surrogate pair. The last digit is not taken.
  private mutating func hexadecimal() throws(DecodingError) -> Unicode.Scalar {
    let start = position - 1
    let first = try digits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    // The pair is one character beyond the first 65,536 (RFC 8259, 7).
    guard (0xD800..<0xDC00).contains(first), bytes[(position + 1)...].starts(with: "\\u".utf8) else {
      throw error("There is half of a surrogate pair", at: start)
    }
    position += 2
    let second = try digits()
    guard (0xDC00..<0xE000).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
    else { throw error("There is half of a surrogate pair", at: start) }
    return scalar
  }

  private mutating func digits() throws(DecodingError) -> UInt16 {
    let digits = bytes[(position + 1)...].prefix(4)
    guard digits.count == 4, digits.allSatisfy(\.isHexadecimal),
      let number = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw error("There are not four hexadecimal digits", at: position) }
    position += 4
    return number
  }

  private mutating func number() throws(DecodingError) -> any Sendable {
    let start = position
    func takeDigits() -> Bool {
      let first = position
      while position < bytes.count, bytes[position].isDigit { position += 1 }
      return position > first
    }
    if bytes[position] == UInt8(ascii: "-") { position += 1 }
    let hasLeadingZero = position < bytes.count && bytes[position] == UInt8(ascii: "0")
    let integerStart = position
    guard takeDigits() else { throw unexpected("A digit") }
    guard !hasLeadingZero || position == integerStart + 1 else {
      throw error("There is a number with a leading zero", at: start)
    }
    let integerEnd = position
    var isInteger = true
    if position < bytes.count, bytes[position] == UInt8(ascii: ".") {
      position += 1
      guard takeDigits() else { throw unexpected("A digit") }
      // As exact as without: a Double has fewer digits.
      isInteger = bytes[(integerEnd + 1)..<position].allSatisfy { $0 == UInt8(ascii: "0") }
    }
    if position < bytes.count, bytes[position].lowercased == UInt8(ascii: "e") {
      isInteger = false
      position += 1
      if position < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[position]) { position += 1 }
      guard takeDigits() else { throw unexpected("A digit") }
    }
    if isInteger, let integer = Int(String(decoding: bytes[start..<integerEnd], as: UTF8.self)) { return integer }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let number = Double(text), number.isFinite else {
      throw error("The number \(text.prefix(80)) is larger than a Double can be", at: start)
    }
    return Int(exactly: number).map { $0 as any Sendable } ?? number
  }
}

extension UInt8 {
  fileprivate var isHexadecimal: Bool {
    isDigit || UInt8(ascii: "a")...UInt8(ascii: "f") ~= lowercased
  }
}

extension Data {
  /// The bytes of a text in UTF-8, which JSON should be in; UTF-16 and UTF-32 are told by their zeros or their byte order
  /// marks.
  fileprivate func inUTF8() throws(DecodingError) -> [UInt8] {
    let encoding: String.Encoding
    switch Array(prefix(4)) {
    case [0, 0, 0xFE, 0xFF], [0xFF, 0xFE, 0, 0]: encoding = .utf32
    case let start where start.starts(with: [0xFE, 0xFF]) || start.starts(with: [0xFF, 0xFE]): encoding = .utf16
    case let start where start.count == 4 && start[0] == 0 && start[1] == 0: encoding = .utf32BigEndian
    case let start where start.count == 4 && start[1] == 0 && start[2] == 0: encoding = .utf32LittleEndian
    case let start where start.count >= 2 && start[0] == 0: encoding = .utf16BigEndian
    case let start where start.count >= 2 && start[1] == 0: encoding = .utf16LittleEndian
    default: return Array(self)
    }
    guard let text = String(data: self, encoding: encoding) else {
      throw .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "The body is no text"))
    }
    return Array(text.utf8)
  }
}
