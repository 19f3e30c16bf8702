#if canImport(ObjectiveC)
  public import Foundation

  /// An error of an observation by a name that is only known at run time.
  public enum KeyValueError: Error, Hashable, Sendable {
    /// An object on the path has no property with this name.
    case noSuchKey(_ key: String, inType: String, ofKeyPath: String)
    /// The value is of another type. The type of a value that can be nil must be optional.
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
#endif
