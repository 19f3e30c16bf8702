public import Foundation
public import TidingsCore

extension NSObjectProtocol where Self: NSObject {
  /// The value of a property whose name is known at run time only, as from a file.
  ///
  ///     let title = try player.publishedValue(forKeyPath: "item.title", as: String?.self)
  ///
  /// It is like `publishedValue(for:)` in everything else. On Apple platforms names are those of Objective-C, and the
  /// type is compared with that of the current value; elsewhere they are those that the class gives by `KeyValueNaming`,
  /// and the type is compared with that of the property. A later value of another type is passed over.
  ///
  /// - Parameters:
  ///   - keyPath: Names, with dots between them.
  ///   - type: The type of the value; an optional, when it or an object on the way may be nil.
  /// - Throws: When there is no such property, or it is of another type.
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
