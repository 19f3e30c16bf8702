#if canImport(ObjectiveC)
  public import Foundation
  public import TidingsCore

  extension NSObjectProtocol where Self: NSObject {
    /// Returns the value of a property whose name is only known at run time, for example from a file.
    ///
    ///     let title = try player.publishedValue(forKeyPath: "item.title", as: String?.self)
    ///
    /// Otherwise equivalent to `publishedValue(for:)`. The type is compared with that of the current value. A later value of
    /// another type is ignored. Only available on Apple platforms.
    ///
    /// - Parameters:
    ///   - keyPath: Names of properties in Objective-C, separated by dots.
    ///   - type: The type of the value. It must be optional if the value or an object on the path can be nil.
    /// - Throws: If there is no such property, or its value is of another type.
    public func publishedValue<Value: Sendable>(
      forKeyPath keyPath: String, as type: Value.Type = Value.self
    ) throws(KeyValueError) -> PublishedValue<Value> {
      let path = try NamedKeyPath<Self, Value>(keyPath, of: self)
      let last = Locked(try path.firstValue(of: self))
      let reader = KeyValueReader<Self, Value> { object in
        guard let value = path.value(of: object) else { return last.withLock { $0 } }
        let previous = last.withLock { last in
          defer { last = value }
          return last
        }
        return withExtendedLifetime(previous) { value }
      }
      return publishedValue(changeDetection: .dynamic(), reader) { changed in
        path.observe(self) { changed($0) }
      }
    }
  }

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
