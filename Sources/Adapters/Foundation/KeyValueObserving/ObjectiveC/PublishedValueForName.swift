#if canImport(ObjectiveC)
  public import Foundation
  public import TidingsCore

  extension NSObjectProtocol where Self: NSObject {
    /// Returns the value of a property whose name is only known at run time, for example from a file.
    ///
    ///     let title = try player.publishedValue(forKeyPath: "item.title", as: String?.self)
    ///
    /// Otherwise equivalent to `publishedValue(for:)`, except that the object is kept alive until the publisher and its
    /// subscriptions are released. The type is compared with that of the current value. A later value of another type is ignored.
    /// Only available on Apple platforms.
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
      return publishedValue(reader) { changed in
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

  struct NamedKeyPath<Object: NSObject, Value>: Sendable {
    private let keyPath: String

    init(_ keyPath: String, of object: Object) throws(KeyValueError) {
      self.keyPath = keyPath
      var current: NSObject? = object
      // Objective-C raises an exception for an unknown name. The rest of the key path cannot be looked up in nil.
      for key in keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
        guard let object = current else { return }
        guard Self.hasProperty(key, object) else {
          throw .noSuchKey(key, inType: "\(type(of: object))", ofKeyPath: keyPath)
        }
        current = object.value(forKey: key) as? NSObject
      }
    }

    /// Looks for the getters of key-value coding: `key`, `getKey` and `isKey`, but not for instance variables.
    private static func hasProperty(_ key: String, _ object: NSObject) -> Bool {
      guard let first = key.first else { return false }
      // Their keys have no getters.
      if object is UserDefaults || object is NSDictionary { return true }
      let capitalised = first.uppercased() + key.dropFirst()
      return [key, "is" + capitalised, "get" + capitalised].contains { object.responds(to: NSSelectorFromString($0)) }
    }

    func firstValue(of object: Object) throws(KeyValueError) -> Value {
      guard let value = value(of: object) else {
        let found = object.value(forKeyPath: keyPath).map { "\(type(of: $0))" } ?? "Optional<Any>"
        throw .wrongType(found, expected: "\(Value.self)", ofKeyPath: keyPath)
      }
      return value
    }

    func value(of object: Object) -> Value? { object.value(forKeyPath: keyPath) as? Value }

    func observe(_ object: Object, _ changed: @escaping @Sendable (Object) -> Void) -> KeyValueToken {
      let observer = NameObserver(of: object, keyPath) { observed in
        if let object = observed as? Object { changed(object) }
      }
      unsafe object.addObserver(observer, forKeyPath: keyPath, options: [], context: nil)
      return TidingsCore.Subscription { observer.stop() }
    }
  }

  /// Invariant behind `@unchecked`: the observation and the object are only released, which is allowed on any thread.
  private final class PathObservation: @unchecked Sendable {
    private let observation: NSKeyValueObservation
    private let object: NSObject?

    init(_ observation: NSKeyValueObservation, keeping object: NSObject?) {
      self.observation = observation
      self.object = object
    }
  }

  private final class NameObserver: NSObject, @unchecked Sendable {
    // Invariant behind `@unchecked`: nothing changes after initialization, and observers may be removed on any thread.
    // An object that is deallocated while an observer is registered can raise an exception, so it is kept until then.
    private let object: NSObject
    private let keyPath: String
    private let changed: @Sendable (NSObject) -> Void

    init(of object: NSObject, _ keyPath: String, _ changed: @escaping @Sendable (NSObject) -> Void) {
      self.object = object
      self.keyPath = keyPath
      self.changed = changed
    }

    override func observeValue(
      forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
      context: UnsafeMutableRawPointer?
    ) {
      if let object = object as? NSObject { changed(object) }
    }

    func stop() { object.removeObserver(self, forKeyPath: keyPath) }
  }

  extension NSObjectProtocol where Self: NSObject {
    /// Observes a property by Foundation's key-value observing, which has no notes about properties that do not support it.
    func observing<Value>(
      _ keyPath: KeyPath<Self, Value>, options: KeyValueOptions, fileID: StaticString, line: UInt,
      _ handler: @escaping @Sendable (Self, ObservedChange<Value>) -> Void
    ) -> KeyValueToken {
      let observation = observe(keyPath, options: NSKeyValueObservingOptions(rawValue: options.rawValue)) {
        object, change in
        handler(
          object,
          ObservedChange(
            kind: KeyValueChangeKind(rawValue: change.kind.rawValue) ?? .setting, oldValue: change.oldValue,
            newValue: change.newValue, indexes: change.indexes, isPrior: change.isPrior))
      }
      // To stop observing the objects on the path, Foundation reads them from this one, which must still exist.
      let leadsThroughObjects = keyPath._kvcKeyPathString?.contains(".") ?? false
      return PathObservation(observation, keeping: leadsThroughObjects ? self : nil)
    }
  }
#endif
