#if !canImport(ObjectiveC)
  public import Foundation
  import TidingsCore

  /// A property that can be observed, where `@objc dynamic` does not exist.
  ///
  ///     final class Download: NSObject {
  ///       #if canImport(ObjectiveC)
  ///         @objc dynamic var fraction = 0.0
  ///       #else
  ///         @Observed var fraction = 0.0
  ///       #endif
  ///     }
  ///
  /// Setting it notifies observers even if the value is equal, as on Apple platforms. Observers of a computed property
  /// are notified when a property that its getter reads is set, and observers of a nested key path when any object on
  /// the path changes.
  ///
  /// Reading and setting are atomic. Observers are called on the thread that sets the property, without a lock.
  @propertyWrapper
  public struct Observed<Value> {
    private let storage: ObservedStorage<Value>

    /// Creates the property with its initial value.
    public init(wrappedValue: Value) {
      storage = ObservedStorage(wrappedValue)
    }

    /// The value.
    public var wrappedValue: Value {
      get {
        PropertyReading.current?.record(storage.property)
        return storage.value
      }
      nonmutating set { storage.property.change(KeyValueMutation()) { storage.value = newValue } }
    }

    /// Changes elements of a collection and reports their indexes: `_items.change(.insertion, valuesAt: [0]) { … }`.
    ///
    /// On Apple platforms, `willChange(_:valuesAt:for:)` and `didChange(_:valuesAt:for:)` do the same.
    ///
    /// - Parameters:
    ///   - kind: The kind of change.
    ///   - indexes: The indexes of inserted or replaced elements after the change, or of removed ones before it.
    ///   - body: Changes the collection.
    @discardableResult
    public func change<Result>(
      _ kind: KeyValueChangeKind, valuesAt indexes: IndexSet, _ body: (inout Value) throws -> Result
    ) rethrows -> Result {
      try storage.property.change(KeyValueMutation(kind: kind, indexes: indexes)) {
        var value = storage.value
        defer { storage.value = value }
        return try body(&value)
      }
    }
  }

  @available(*, unavailable)
  extension Observed: @unchecked Sendable {}

  /// The value of an observed property. It is deallocated with the object that it is part of.
  private final class ObservedStorage<Value> {
    // Invariant behind `@unchecked`: the user ensures that a value that is not `Sendable` is used by one thread at a time,
    // as for any stored property of the object.
    private struct Content: @unchecked Sendable {
      var value: Value
    }

    let property = ObservableProperty()
    private let content: Locked<Content>

    init(_ value: Value) {
      content = Locked(Content(value: value))
    }

    deinit {
      property.ownerWasDeallocated()
    }

    var value: Value {
      get { content.withLock { $0 }.value }
      set {
        // The former value is released without the lock.
        var content = Content(value: newValue)
        self.content.withLock { swap(&$0, &content) }
      }
    }
  }
#endif
