public import Foundation
public import TidingsCore

extension NSObjectProtocol where Self: NSObject {
  /// Returns the changes of a property that supports key-value observing.
  ///
  ///     list.broadcaster(for: \.items, options: [.old, .new])
  ///       .subscribe { change in print(change.kind, change.indexes ?? []) }
  ///       .store(in: subscriptions)
  ///
  /// Setting an equal value is a change. Changes without a subscriber are dropped. The broadcaster ends when the object is
  /// deallocated. See `publishedValue(for:)` for the observed properties, the thread of delivery, and the life of the object.
  public func broadcaster<Value: Sendable>(
    for keyPath: KeyPath<Self, Value>, options: KeyValueOptions = [.new], fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Broadcaster<KeyValueChange<Value>> {
    broadcaster(for: keyPath, options: options, fileID: fileID, line: line) { $0 }
  }

  /// Returns the changes of a property whose value is not `Sendable`. See `broadcaster(for:options:)`.
  ///
  /// - Parameter transform: Called with each old and new value on the thread that makes the change.
  public func broadcaster<Value, Output: Sendable>(
    for keyPath: KeyPath<Self, Value>, options: KeyValueOptions = [.new], fileID: StaticString = #fileID,
    line: UInt = #line, _ transform: @escaping @Sendable (Value) -> Output
  ) -> Broadcaster<KeyValueChange<Output>> {
    let reader = KeyValueReader<Self, Output> { transform($0[keyPath: keyPath]) }
    let hub = Hub<KeyValueChange<Output>>()
    let token = observing(keyPath, options: options, fileID: fileID, line: line) { object, change in
      var newValue = change.newValue.map(transform)
      // On Apple platforms, a value that Objective-C cannot represent, such as a Swift enumeration, is missing.
      if newValue == nil, change.kind == .setting, options.contains(.new), !change.isPrior {
        newValue = reader.read(object)
      }
      hub.publish(
        KeyValueChange(
          kind: change.kind, oldValue: change.oldValue.map(transform), newValue: newValue, indexes: change.indexes,
          isPrior: change.isPrior))
    }
    return Broadcaster(hub, keeping: ObservedLife(of: self, token) { hub.finish() })
  }
}

extension Broadcaster {
  init(_ hub: Hub<Update>, keeping life: ObservedLife) {
    self.init(attaching: { receive, ended in
      hub.join({ update in withExtendedLifetime(life) { receive(update) } }, ended: ended)
    })
  }
}

/// A change of an observed property, as a value.
@frozen public struct KeyValueChange<Value: Sendable>: Sendable {
  /// Whether the property was set, or elements were inserted, removed or replaced.
  public let kind: KeyValueChangeKind
  /// The old value, with the option `.old`. For a removal or replacement, the old elements.
  public let oldValue: Value?
  /// The new value, with the option `.new`. For an insertion or replacement, the new elements.
  public let newValue: Value?
  /// The indexes of the elements that were inserted, removed or replaced.
  public let indexes: IndexSet?
  /// Whether the change has not happened yet; see the option `.prior`.
  public let isPrior: Bool

  /// Creates a change, for tests. See ``kind`` and the other properties.
  @_alwaysEmitIntoClient public init(
    kind: KeyValueChangeKind = .setting, oldValue: Value? = nil, newValue: Value? = nil, indexes: IndexSet? = nil,
    isPrior: Bool = false
  ) {
    self.kind = kind
    self.oldValue = oldValue
    self.newValue = newValue
    self.indexes = indexes
    self.isPrior = isPrior
  }
}

extension KeyValueChange: Equatable where Value: Equatable {}

/// The kinds of changes of an observed property.
///
/// The raw values are those of `NSKeyValueChange`.
public enum KeyValueChangeKind: UInt, Sendable {
  /// The property was set.
  case setting = 1
  /// Elements were inserted into a collection.
  case insertion = 2
  /// Elements were removed from a collection.
  case removal = 3
  /// Elements of a collection were replaced.
  case replacement = 4
}

/// The contents of the updates of a `broadcaster(for:options:)`.
///
/// The raw values are those of `NSKeyValueObservingOptions`. There is no `.initial`: a broadcaster begins without subscribers.
public struct KeyValueOptions: OptionSet, Sendable {
  public let rawValue: UInt

  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// A change has the new value.
  public static let new = KeyValueOptions(rawValue: 1)
  /// A change has the old value.
  public static let old = KeyValueOptions(rawValue: 2)
  /// There is also an update before each change, without a new value.
  public static let prior = KeyValueOptions(rawValue: 8)
}

/// A change of a property whose value may not be `Sendable`.
struct ObservedChange<Value> {
  var kind: KeyValueChangeKind
  var oldValue: Value?
  var newValue: Value?
  var indexes: IndexSet?
  var isPrior: Bool
}
