import Foundation

extension ResponseDecoding<[String: any Sendable]> {
  /// A JSON object whose members are not known beforehand.
  ///
  /// Its values are `String`, `Bool`, `Int`, `Double`, arrays `[any Sendable]`, dictionaries `[String: any Sendable]`, and
  /// `NSNull`.
  public static var dictionary: Self {
    Self { body, _ in
      guard case .object(let members) = try JSONDecoder().decode(JSONValue.self, from: body) else {
        throw JSONValue.unexpected("an object")
      }
      return members.mapValues(\.sendable)
    }
  }
}

extension ResponseDecoding<[any Sendable]> {
  /// A JSON array whose elements are not known beforehand; see ``ResponseDecoding/dictionary`` for what they are.
  public static var array: Self {
    Self { body, _ in
      guard case .array(let elements) = try JSONDecoder().decode(JSONValue.self, from: body) else {
        throw JSONValue.unexpected("an array")
      }
      return elements.map(\.sendable)
    }
  }
}

/// Any value of JSON. What `JSONSerialization` makes of one is not `Sendable`.
private enum JSONValue: Decodable {
  case null
  case bool(Bool)
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Int.self) {
      self = .integer(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  var sendable: any Sendable {
    switch self {
    case .null: NSNull()
    case .bool(let value): value
    case .integer(let value): value
    case .number(let value): value
    case .string(let value): value
    case .array(let values): values.map(\.sendable) as [any Sendable]
    case .object(let values): values.mapValues(\.sendable) as [String: any Sendable]
    }
  }

  static func unexpected(_ wanted: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "The body is not \(wanted)"))
  }
}
