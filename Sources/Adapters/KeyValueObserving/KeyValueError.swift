public import Foundation

/// Why a property cannot be observed by a name that is known at run time only.
public enum KeyValueError: Error, Hashable, Sendable {
  /// An object on the way has no property of this name, or none that has been given a name.
  case noSuchKey(_ key: String, inType: String, ofKeyPath: String)
  /// The value is of another type. One that may be nil is asked for as an optional.
  case wrongType(_ found: String, expected: String, ofKeyPath: String)
}

extension KeyValueError: CustomStringConvertible, LocalizedError {
  public var description: String {
    switch self {
    case .noSuchKey(let key, let type, let keyPath):
      "There is no property '\(key)' in \(type), for the key path '\(keyPath)'."
    case .wrongType(let found, let expected, let keyPath):
      "The value of the key path '\(keyPath)' is of type \(found), not \(expected)."
    }
  }

  public var errorDescription: String? { description }
}
