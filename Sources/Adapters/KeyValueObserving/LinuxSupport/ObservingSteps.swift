#if !canImport(ObjectiveC)
  public import Foundation

  /// What an observer is told of a property, at each step of a change.
  @frozen @usableFromInline
  struct ObservingSteps<Object: NSObject, Value>: @unchecked Sendable {
    // Invariant behind `@unchecked`: a key path does not change.
    @usableFromInline let read: (Object) -> Value
    @usableFromInline let handler: @Sendable (Object, NSKeyValueObservedChange<Value>) -> Void

    @inlinable
    init(
      read: @escaping (Object) -> Value,
      _ handler: @escaping @Sendable (Object, NSKeyValueObservedChange<Value>) -> Void
    ) {
      self.read = read
      self.handler = handler
    }

    @inlinable
    func perform(_ step: KeyValueWatch.Step, of watch: KeyValueWatch, on observed: NSObject) -> OldValue {
      // It is the object that the watch was made of.
      let object = unsafe unsafeDowncast(observed, to: Object.self)
      switch step {
      case .before(let mutation):
        let old = watch.options.contains(.old) ? read(object) : nil
        if watch.options.contains(.prior) { tell(object, mutation, new: nil, old: old, isPrior: true, of: watch) }
        return OldValue(value: old.map { $0 as Any })
      case .after(let mutation, let old):
        let new = probe(object, of: watch)
        let oldValue = old.value.map { $0 as! Value }
        tell(
          object, mutation, new: watch.options.contains(.new) ? new : nil, old: oldValue, isPrior: false, of: watch)
      case .probe:
        _ = probe(object, of: watch)
      }
      return OldValue()
    }

    @inlinable
    func probe(_ object: Object, of watch: KeyValueWatch) -> Value? {
      var value: Value?
      watch.probe(object) { value = read(object) }
      return value
    }

    @inlinable
    func tell(
      _ object: Object, _ mutation: KeyValueMutation, new: Value?, old: Value?, isPrior: Bool, of watch: KeyValueWatch
    ) {
      guard watch.isWanted else { return }
      guard let indexes = mutation.indexes, Value.self is any Indexed.Type else {
        // What is computed from a collection, and is none, is set when elements of that change.
        return handler(
          object,
          NSKeyValueObservedChange(kind: .setting, newValue: new, oldValue: old, indexes: nil, isPrior: isPrior))
      }
      let kind = mutation.kind
      handler(
        object,
        NSKeyValueObservedChange(
          kind: kind, newValue: kind == .removal ? nil : elements(of: new, at: indexes),
          oldValue: kind == .insertion ? nil : elements(of: old, at: indexes), indexes: indexes, isPrior: isPrior))
    }

    @usableFromInline
    func elements(of value: Value?, at indexes: IndexSet) -> Value? {
      (value as? any Indexed)?.elements(at: indexes) as? Value
    }
  }

  @usableFromInline
  protocol Indexed {
    func elements(at indexes: IndexSet) -> Any
  }

  extension Array: Indexed {
    @usableFromInline
    func elements(at indexes: IndexSet) -> Any {
      indexes.filter(self.indices.contains).map { self[$0] }
    }
  }
#endif
