public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The conversion of the body of a response to the success of a task.
///
///     session.publishedTask(for: request, decoding: .json(User.self))
///     session.publishedTask(for: request, decoding: .withResponse(.string))
///
/// Decoding never runs on the thread of a subscriber.
public struct ResponseDecoding<Output: Sendable>: Sendable {
  private let decodeBody: @Sendable (Data, HTTPURLResponse) throws -> Output

  /// Creates a conversion.
  ///
  /// - Parameter decode: Called with the complete body and the response. If it throws, the task fails with
  ///   ``TransferError/Reason/undecodable``, and the error is the underlying one.
  public init(_ decode: @escaping @Sendable (_ body: Data, _ response: HTTPURLResponse) throws -> Output) {
    decodeBody = decode
  }

  /// The result of another conversion together with the response: its status, its headers, and its URL after redirects.
  public static func withResponse<Body>(_ decoding: ResponseDecoding<Body>) -> Self
  where Output == DecodedResponse<Body> {
    Self { body, response in
      DecodedResponse(body: try decoding.decodeBody(body, response), response: response)
    }
  }

  func decode(_ body: Data, _ response: HTTPURLResponse) throws(TransferError) -> Output {
    do { return try decodeBody(body, response) } catch { throw TransferError(.undecodable, underlying: error) }
  }
}

/// A decoded body with its response.
public struct DecodedResponse<Body: Sendable>: Sendable {
  /// The decoded body.
  public var body: Body

  /// The response. After redirects, that of the last server.
  public var response: HTTPURLResponse

  /// Creates the success of a task, for a stub.
  public init(body: Body, response: HTTPURLResponse) {
    self.body = body
    self.response = response
  }
}

extension ResponseDecoding<Data> {
  /// The bytes of the body.
  public static var data: Self { Self { body, _ in body } }
}

extension ResponseDecoding<String> {
  /// A text in the character set of the response, by default UTF-8, without a byte order mark.
  ///
  /// The task fails if the set is not known, or if the bytes are not valid in it. On Linux, an incomplete character at the end of
  /// UTF-16 or UTF-32 is ignored.
  public static var string: Self {
    Self { body, response in
      let name = response.value(forHTTPHeaderField: "Content-Type")?.fieldParameter("charset")
      guard let encoding = String.Encoding(serverName: name ?? ""), let text = String(data: body, encoding: encoding)
      else { throw CocoaError(.fileReadInapplicableStringEncoding) }
      return text.withoutByteOrderMark
    }
  }
}

extension ResponseDecoding where Output: Decodable {
  /// A value decoded from JSON.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - decoder: Decodes each response. Do not change its settings afterwards.
  public static func json(_ type: Output.Type = Output.self, decoder: JSONDecoder = JSONDecoder()) -> Self {
    Self { body, _ in try decoder.decodeText(type, from: body) }
  }
}

extension JSONDecoder {
  /// In Swift 6.3.1 on Linux, `decode(_:from:)` traps if the last byte of the text is the 513th open bracket.
  func decodeText<Value: Decodable>(_ type: Value.Type, from text: Data) throws -> Value {
    // No text that ends with a bracket is complete. In UTF-16 and UTF-32, zeros can follow the bracket.
    if let last = text.last(where: { $0 != 0 }), last == UInt8(ascii: "[") || last == UInt8(ascii: "{") {
      return try decode(type, from: Data([last, UInt8(ascii: " ")]))
    }
    return try decode(type, from: text)
  }
}

extension ResponseDecoding<[String: any Sendable]> {
  /// A JSON object with unknown members.
  ///
  /// The values are `String`, `Bool`, `Int` for whole numbers that fit, `Double` for other numbers, `[any Sendable]`,
  /// `[String: any Sendable]` and `NSNull`. The task fails with ``TransferError/Reason/undecodable`` if `JSONSerialization`
  /// cannot read the body, or if a number is too large for `Double`. On Linux, it also reads a comma after the last element.
  /// For large bodies, `.json` with a type is several times faster.
  public static var dictionary: Self { Self { body, _ in try jsonValue(of: body, "object") } }
}

extension ResponseDecoding<[any Sendable]> {
  /// A JSON array with unknown elements. See ``ResponseDecoding/dictionary`` for their types.
  public static var array: Self { Self { body, _ in try jsonValue(of: body, "array") } }
}

private func jsonValue<Value>(of body: Data, _ name: String) throws(DecodingError) -> Value {
  var (description, cause) = ("The body is not a JSON \(name)", nil as (any Error)?)
  do {
    if let value = sendable(try JSONSerialization.jsonObject(with: body)) as? Value { return value }
  } catch {
    description = (error as NSError).userInfo["NSDebugDescription"] as? String ?? error.localizedDescription
    cause = error
  }
  throw .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: description, underlyingError: cause))
}

/// The class of Boolean numbers, which differs from that of 0 and 1.
private let booleanClass = type(of: NSNumber(value: true))

/// Converts a value from `JSONSerialization`, whose types are not `Sendable`.
private func sendable(_ value: Any) -> any Sendable {
  switch value {
  case let text as String: return text
  case let number as NSDecimalNumber:
    // Foundation on Linux converts decimal numbers inexactly.
    let digits = number.stringValue
    return Int(digits).map { $0 as any Sendable } ?? Double(digits) ?? number.doubleValue
  case let number as NSNumber:
    if type(of: number) == booleanClass { return number.boolValue }
    return Int(exactly: number).map { $0 as any Sendable } ?? number.doubleValue
  case let elements as [Any]: return elements.map { sendable($0) }
  case let members as [String: Any]: return members.mapValues { sendable($0) }
  default: return NSNull()
  }
}

extension String.Encoding {
  /// The encoding with an IANA name or a common alias (WHATWG, Encoding Standard, 4.2). An empty name means UTF-8.
  fileprivate init?(serverName: String) {
    let name = serverName.lowercased().trimmingCharacters(in: .whitespaces.union(["\"", "'"]))
    self.init(registeredName: Self.aliases[name] ?? name)
  }

  private static let aliases = [
    "": "utf-8", "utf8": "utf-8", "unicode-1-1-utf-8": "utf-8", "unicode": "utf-16", "utf16": "utf-16",
    "ascii": "us-ascii", "latin-1": "iso-8859-1",
    "iso8859-1": "iso-8859-1", "iso88591": "iso-8859-1", "iso8859-2": "iso-8859-2", "cp1250": "windows-1250",
    "cp1251": "windows-1251", "cp1252": "windows-1252", "x-cp1252": "windows-1252", "cp1254": "windows-1254",
    "x-mac-roman": "macintosh", "shift-jis": "shift_jis", "sjis": "shift_jis", "x-sjis": "shift_jis",
  ]

  #if canImport(FoundationNetworking)
    private init?(registeredName: String) { self.init(ianaName: registeredName) }
  #else
    private init?(registeredName: String) {
      let encoding = CFStringConvertIANACharSetNameToEncoding(registeredName as CFString)
      guard encoding != kCFStringEncodingInvalidId else { return nil }
      self.init(rawValue: CFStringConvertEncodingToNSStringEncoding(encoding))
    }
  #endif
}

/// The responses that are acceptable. Any other response fails the transfer.
public struct ResponseAcceptance: Sendable, Hashable {
  /// The acceptable status codes. For a download, only 200 and 203 have the file, and 206 is acceptable for a range.
  public var statusCodes: Set<Int>

  /// The acceptable media types, such as `application/json`, `image/*` or `*/*`.
  ///
  /// Nil accepts every type, and responses without a type. Parameters, such as the character set, are not compared.
  public var contentTypes: [String]?

  /// Every status from 200 to 299, and any type.
  public static let success = ResponseAcceptance()

  /// Accepts responses with one of the status codes and, if types are given, with one of the types.
  public init(statusCodes: some Sequence<Int> = 200..<300, contentTypes: [String]? = nil) {
    self.statusCodes = Set(statusCodes)
    self.contentTypes = contentTypes
  }

  package func accepts(contentType field: String?) -> Bool {
    guard let contentTypes else { return true }
    guard let type = Self.mediaType(field ?? "") else { return false }
    return contentTypes.contains { wanted in
      Self.mediaType(wanted).map { zip($0, type).allSatisfy { $0 == "*" || $0 == $1 } } ?? false
    }
  }

  /// The type and subtype of a media type (RFC 9110, 8.3.1), without its parameters.
  private static func mediaType(_ field: String) -> [String]? {
    let parts = field.prefix { $0 != ";" && $0 != "," }.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.filter { !$0.isWhitespace }.lowercased() }
    return parts.count == 2 && !parts.contains("") ? parts : nil
  }
}
