import Foundation

extension ResponseDecoding<[String: any Sendable]> {
  /// A JSON object with unknown members.
  ///
  /// The values are `String`, `Bool`, `Int` for whole numbers that fit, `Double` for other numbers, `[any Sendable]`,
  /// `[String: any Sendable]` and `NSNull`. The task fails with a `DecodingError` if the body is not JSON (RFC 8259), or if a
  /// number is too large for `Double`. For large bodies, `.json` with a type is several times faster.
  public static var dictionary: Self {
    Self { body, _ in
      guard let members = try jsonValue(of: body) as? [String: any Sendable] else {
        throw DecodingError.corrupted("The body is not a JSON object")
      }
      return members
    }
  }
}

extension ResponseDecoding<[any Sendable]> {
  /// A JSON array with unknown elements. See ``ResponseDecoding/dictionary`` for their types.
  public static var array: Self {
    Self { body, _ in
      guard let elements = try jsonValue(of: body) as? [any Sendable] else {
        throw DecodingError.corrupted("The body is not a JSON array")
      }
      return elements
    }
  }
}

private func jsonValue(of body: Data) throws(DecodingError) -> any Sendable {
  do {
    return sendable(try JSONSerialization.jsonObject(with: body))
  } catch {
    let description = (error as NSError).userInfo["NSDebugDescription"] as? String
    throw .corrupted(description ?? error.localizedDescription, by: error)
  }
}

/// The class of Boolean numbers, which differs from that of 0 and 1.
private let booleanClass = type(of: NSNumber(value: true))

/// Converts a value from `JSONSerialization`, whose types are not `Sendable`.
private func sendable(_ value: Any) -> any Sendable {
  switch value {
  case let text as String: return text
  case let number as NSNumber:
    if type(of: number) == booleanClass { return number.boolValue }
    return Int(exactly: number).map { $0 as any Sendable } ?? number.doubleValue
  case let elements as [Any]: return elements.map { sendable($0) }
  case let members as [String: Any]: return members.mapValues { sendable($0) }
  default: return NSNull()
  }
}

extension DecodingError {
  fileprivate static func corrupted(_ description: String, by error: (any Error)? = nil) -> Self {
    .dataCorrupted(Context(codingPath: [], debugDescription: description, underlyingError: error))
  }
}
