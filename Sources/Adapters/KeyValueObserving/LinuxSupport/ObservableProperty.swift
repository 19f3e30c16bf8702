#if !canImport(ObjectiveC)
  import Foundation
  import TidingsCore

  /// The observers of one property.
  final class ObservableProperty: Sendable {
    private let observers = Locked<[any PropertyObserver]>([])

    func add(_ observer: any PropertyObserver) {
      observers.withLock { observers in
        if !observers.contains(where: { $0 === observer }) { observers.append(observer) }
      }
    }

    /// The caller keeps the observer, so it is not deallocated under the lock.
    func remove(_ observer: any PropertyObserver) {
      observers.withLock { $0.removeAll { $0 === observer } }
    }

    /// Changes the value and notifies the observers.
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
    /// Returns the old value if it is needed after the change.
    func willChange(_ mutation: KeyValueMutation) -> Any?
    func didChange(_ mutation: KeyValueMutation, from oldValue: Any?)
    func ownerWasDeallocated()
    /// Calls the closure once, when the observed object is deallocated. Only an object with observed properties reports it.
    func whenObjectIsDeallocated(_ action: @escaping @Sendable () -> Void)
    func invalidate()
  }

  typealias KeyValueToken = any PropertyObserver

  /// The way in which a property changes.
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

    init(for observer: any PropertyObserver) {
      self.observer = observer
    }

    /// Adds the observer to a property that is about to be read. After this, no change is missed.
    func record(_ property: ObservableProperty) {
      properties.withLock { properties in
        guard properties?.contains(where: { $0 === property }) == false else { return }
        properties?.append(property)
        property.add(observer)
      }
    }

    /// Ends the reading. Returns the properties that were read.
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
