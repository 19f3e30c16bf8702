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
  /// Setting it notifies observers even if the value is equal, as on Apple platforms. Observers of a computed property are
  /// notified when a property that its getter reads is set, and observers of a nested key path when any object on the path
  /// changes. Reading and setting are atomic, but ``change(_:valuesAt:_:)`` and operators such as `+=` are not one step.
  /// Observers are called on the thread that sets the property, without a lock.
  @propertyWrapper public struct Observed<Value> {
    private let storage: ObservedStorage<Value>

    /// Creates the property with its initial value.
    public init(wrappedValue: Value) { storage = ObservedStorage(wrappedValue) }

    /// The value.
    public var wrappedValue: Value {
      get {
        PropertyReading.current?.record(storage.property)
        return storage.value
      }
      nonmutating set { storage.property.change(KeyValueMutation()) { storage.value = newValue } }
    }

    /// Changes elements of an array and reports their indexes: `_items.change(.insertion, valuesAt: [0]) { … }`.
    ///
    /// An observed array that is computed from this one has a change with the same indexes, which may not be those of its own
    /// elements. On Apple platforms, `willChange(_:valuesAt:for:)` and `didChange(_:valuesAt:for:)` do the same.
    ///
    /// - Parameters:
    ///   - kind: The kind of change.
    ///   - indexes: The indexes of inserted or replaced elements after the change, or of removed ones before it.
    ///   - body: Changes the collection.
    @discardableResult public func change<Result>(
      _ kind: KeyValueChangeKind, valuesAt indexes: IndexSet, _ body: (inout Value) throws -> Result
    ) rethrows -> Result {
      try storage.property.change(KeyValueMutation(kind: kind, indexes: indexes)) {
        var value = storage.value
        defer { storage.value = value }
        return try body(&value)
      }
    }
  }

  @available(*, unavailable) extension Observed: @unchecked Sendable {}

  /// The value of an observed property. It is deallocated with the object that it is part of.
  private final class ObservedStorage<Value> {
    // Invariant behind `@unchecked`: the user ensures that a value that is not `Sendable` is used by one thread at a time,
    // as for any stored property of the object.
    private struct Content: @unchecked Sendable {
      var value: Value
    }

    let property = ObservableProperty()
    private let content: Locked<Content>

    init(_ value: Value) { content = Locked(Content(value: value)) }
    deinit { property.ownerWasDeallocated() }

    var value: Value {
      get { content.withLock { $0 }.value }
      set {
        // The former value is released without the lock.
        var content = Content(value: newValue)
        self.content.withLock { swap(&$0, &content) }
      }
    }
  }

  final class ObservableProperty: Sendable {
    private let observers = Locked<[any PropertyObserver]>([])

    func add(_ observer: any PropertyObserver) {
      observers.withLock { observers in
        if !observers.contains(where: { $0 === observer }) { observers.append(observer) }
      }
    }

    /// The caller keeps the observer, so it is not deallocated under the lock.
    func remove(_ observer: any PropertyObserver) { observers.withLock { $0.removeAll { $0 === observer } } }

    func change<Result>(_ mutation: KeyValueMutation, _ body: () throws -> Result) rethrows -> Result {
      let former = observers.withLock { $0 }
      let oldValues = PropertyReading.suspended { former.map { $0.willChange(mutation) } }
      defer {
        // An observer that came during the change may have read the old value.
        let new = observers.withLock { $0 }.filter { observer in !former.contains { $0 === observer } }
        PropertyReading.suspended {
          for (observer, oldValue) in zip(former, oldValues) { observer.didChange(mutation, from: oldValue) }
          for observer in new { observer.didChange(mutation, from: nil) }
        }
      }
      return try body()
    }

    /// The owner may be another object than the one that is observed.
    func ownerWasDeallocated() {
      var former: [any PropertyObserver] = []
      observers.withLock { swap(&$0, &former) }
      for observer in former { observer.ownerWasDeallocated() }
    }
  }

  /// An observer of properties, which is called on the threads that change them.
  protocol PropertyObserver: AnyObject, Sendable {
    func willChange(_ mutation: KeyValueMutation) -> Any?
    func didChange(_ mutation: KeyValueMutation, from oldValue: Any?)
    func ownerWasDeallocated()
    /// Calls the closure once, when the observed object is deallocated. Only an object with observed properties reports it.
    func whenObjectIsDeallocated(_ action: @escaping @Sendable () -> Void)
    func invalidate()
  }

  typealias KeyValueToken = any PropertyObserver

  struct KeyValueMutation: Sendable {
    var kind = KeyValueChangeKind.setting
    var indexes: IndexSet?
  }

  /// One reading of an observed key path. It finds the properties that the value depends on.
  final class PropertyReading: Sendable {
    @TaskLocal static var current: PropertyReading?

    private let observer: any PropertyObserver
    /// Nil after the reading. A task that is started by a getter inherits the current reading and may live longer.
    private let properties = Locked<[ObservableProperty]?>([])

    init(for observer: any PropertyObserver) { self.observer = observer }

    func record(_ property: ObservableProperty) {
      properties.withLock { properties in
        guard properties?.contains(where: { $0 === property }) == false else { return }
        properties?.append(property)
        property.add(observer)
      }
    }

    func finish() -> [ObservableProperty] {
      properties.withLock { properties in
        defer { properties = nil }
        return properties ?? []
      }
    }

    /// Calls observers. Properties that they read do not belong to the current reading.
    static func suspended<Result>(_ body: () -> Result) -> Result {
      current == nil ? body() : $current.withValue(nil, operation: body)
    }
  }
#endif
