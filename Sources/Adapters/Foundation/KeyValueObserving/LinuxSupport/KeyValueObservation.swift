#if !canImport(ObjectiveC)
  import Foundation
  import TidingsCore

  /// An observation of a key path. It reads the value after each change, and observes the properties that are read.
  ///
  /// Invariant behind `@unchecked`: mutable state is behind the lock. The object is used only by threads that have it: the
  /// one that begins the observation, and those that set its properties.
  final class KeyValueObservation<Object: NSObject, Value>: PropertyObserver, @unchecked Sendable {
    private struct State: Sendable {
      var isActive = true
      var readings = 0
      var properties: [ObservableProperty] = []
      var objectGone: (@Sendable () -> Void)?
    }

    private weak let object: Object?
    private let options: KeyValueOptions
    private let read: (Object) -> Value
    private let handler: @Sendable (Object, ObservedChange<Value>) -> Void
    private let state = Locked(State())

    init(
      of object: Object, options: KeyValueOptions, read: @escaping (Object) -> Value,
      _ handler: @escaping @Sendable (Object, ObservedChange<Value>) -> Void
    ) {
      self.object = object
      self.options = options
      self.read = read
      self.handler = handler
      _ = readAndObserve(object)
    }

    func invalidate() {
      let former = state.withLock { state in
        for property in state.properties { property.remove(self) }
        defer { state = State(isActive: false) }
        return state
      }
      withExtendedLifetime(former) {}
    }

    /// The properties that are observed at the end are those of the reading that began last, which follows every change.
    private func readAndObserve(_ object: Object) -> Value {
      let number = state.withLock { state in
        state.readings += 1
        return state.readings
      }
      let reading = PropertyReading(for: self)
      let value = PropertyReading.$current.withValue(reading) { read(object) }
      let found = reading.finish()
      // Observers are removed under the lock, because a reading that begins after this may add them again.
      state.withLock { state in
        let isLast = state.readings == number
        let all = found + state.properties.filter { known in !found.contains { $0 === known } }
        let kept = !state.isActive ? [] : isLast ? found : all
        for property in all where !kept.contains(where: { $0 === property }) { property.remove(self) }
        state.properties = kept
      }
      return value
    }

    func willChange(_ mutation: KeyValueMutation) -> Any? {
      guard !options.isDisjoint(with: [.old, .prior]), let object = observedObject else { return nil }
      let oldValue = options.contains(.old) ? read(object) : nil
      if options.contains(.prior) { notify(object, mutation, from: oldValue, to: nil, isPrior: true) }
      return oldValue.map { $0 as Any }
    }

    func didChange(_ mutation: KeyValueMutation, from oldValue: Any?) {
      guard let object = observedObject else { return }
      let newValue = readAndObserve(object)
      notify(
        object, mutation, from: oldValue.map { $0 as! Value }, to: options.contains(.new) ? newValue : nil,
        isPrior: false)
    }

    private func notify(
      _ object: Object, _ mutation: KeyValueMutation, from oldValue: Value?, to newValue: Value?, isPrior: Bool
    ) {
      guard state.withLock({ $0.isActive }) else { return }
      var change = ObservedChange(
        kind: .setting, oldValue: oldValue, newValue: newValue, indexes: nil, isPrior: isPrior)
      // A value that is computed from a collection is set when elements change.
      if let indexes = mutation.indexes, Value.self is any ElementsByIndex.Type {
        change.kind = mutation.kind
        change.indexes = indexes
        let old = mutation.kind == .insertion ? nil : oldValue as? any ElementsByIndex
        let new = mutation.kind == .removal ? nil : newValue as? any ElementsByIndex
        change.oldValue = old?.elements(at: indexes) as? Value
        change.newValue = new?.elements(at: indexes) as? Value
      }
      handler(object, change)
    }

    private var observedObject: Object? {
      ownerWasDeallocated()
      return state.withLock { $0.isActive } ? object : nil
    }

    func whenObjectIsDeallocated(_ action: @escaping @Sendable () -> Void) {
      state.withLock { $0.objectGone = action }
      ownerWasDeallocated()
    }

    func ownerWasDeallocated() {
      guard object == nil else { return }
      state.withLock { $0.objectGone.take() }?()
    }

    #if DEBUG
      fileprivate func noteIfSilent(_ keyPath: AnyKeyPath, at place: SourceLine) {
        guard state.withLock({ $0.properties.isEmpty }) else { return }
        DebugNote.write(
          "\(keyPath) is observed, but its changes are not reported. Declare the property as @Observed var.", at: place)
      }
    #else
      fileprivate func noteIfSilent(_ keyPath: AnyKeyPath, at place: SourceLine) {}
    #endif
  }

  private protocol ElementsByIndex {
    func elements(at indexes: IndexSet) -> Any
  }

  extension Array: ElementsByIndex {
    fileprivate func elements(at indexes: IndexSet) -> Any { indexes.filter(self.indices.contains).map { self[$0] } }
  }

  /// An observation that lasts until this object is deallocated.
  final class ObservedLife: Sendable {
    private let token: KeyValueToken

    init(of object: NSObject, _ token: KeyValueToken, whenGone: @escaping @Sendable () -> Void) {
      self.token = token
      token.whenObjectIsDeallocated(whenGone)
    }

    deinit { token.invalidate() }
  }

  extension NSObjectProtocol where Self: NSObject {
    func observing<Value>(
      _ keyPath: KeyPath<Self, Value>, options: KeyValueOptions, fileID: StaticString, line: UInt,
      _ handler: @escaping @Sendable (Self, ObservedChange<Value>) -> Void
    ) -> KeyValueToken {
      let observation = KeyValueObservation(of: self, options: options, read: { $0[keyPath: keyPath] }, handler)
      observation.noteIfSilent(keyPath, at: SourceLine(fileID: fileID, line: line))
      return observation
    }
  }
#endif
