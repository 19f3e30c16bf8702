public import Synchronization

#if TIDINGS_EXPLORED_THREADS
  /// The same atomic, in builds that explore the orders of threads: each access is a scheduling point.
  ///
  /// A mutex makes the access one step, as atomics are generic only over where they are stored. The ordering that was asked
  /// for goes to the exploration, which reports what it leaves in disorder.
  @usableFromInline
  package struct SharedAtomic<Value: Equatable & Sendable>: ~Copyable, Sendable {
    private let current: Mutex<Value>
    private let number = SharedNumber.next()

    @usableFromInline
    package init(_ value: Value) {
      current = Mutex(value)
    }

    @usableFromInline
    package borrowing func load(
      ordering: AtomicLoadOrdering, fileID: StaticString = #fileID, line: UInt = #line,
      function: StaticString = #function
    ) -> Value {
      reach(.load, SharedAccess.Ordering(ordering), CodePlace(fileID: fileID, line: line, function: function))
      return current.withLock { $0 }
    }

    @usableFromInline
    package borrowing func store(
      _ value: Value, ordering: AtomicStoreOrdering, fileID: StaticString = #fileID, line: UInt = #line,
      function: StaticString = #function
    ) {
      reach(.store, SharedAccess.Ordering(ordering), CodePlace(fileID: fileID, line: line, function: function))
      current.withLock { $0 = value }
    }

    @usableFromInline
    package borrowing func exchange(
      _ value: Value, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line,
      function: StaticString = #function
    ) -> Value {
      update(ordering, CodePlace(fileID: fileID, line: line, function: function)) { _ in value }.oldValue
    }

    @usableFromInline
    package borrowing func compareExchange(
      expected: Value, desired: Value, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID,
      line: UInt = #line, function: StaticString = #function
    ) -> (exchanged: Bool, original: Value) {
      let (old, _) = update(ordering, CodePlace(fileID: fileID, line: line, function: function)) {
        $0 == expected ? desired : $0
      }
      if old != expected { ExploredThread.current?.hasOnlyLoaded() }
      return (old == expected, old)
    }

    private borrowing func reach(_ kind: SharedAccess.Kind, _ ordering: SharedAccess.Ordering, _ place: CodePlace) {
      ExploredThread.current?.reach(SharedAccess(object: number, kind: kind, ordering: ordering, place: place))
    }

    private borrowing func update(
      _ ordering: AtomicUpdateOrdering, _ place: CodePlace, _ change: (Value) -> Value
    ) -> (oldValue: Value, newValue: Value) {
      reach(.update, SharedAccess.Ordering(ordering), place)
      return current.withLock { current in
        let old = current
        current = change(old)
        return (old, current)
      }
    }
  }

  extension SharedAtomic where Value: FixedWidthInteger {
    @usableFromInline
    @discardableResult
    package borrowing func add(
      _ operand: Value, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line,
      function: StaticString = #function
    ) -> (oldValue: Value, newValue: Value) {
      update(ordering, CodePlace(fileID: fileID, line: line, function: function)) { $0 + operand }
    }

    @usableFromInline
    @discardableResult
    package borrowing func subtract(
      _ operand: Value, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line,
      function: StaticString = #function
    ) -> (oldValue: Value, newValue: Value) {
      update(ordering, CodePlace(fileID: fileID, line: line, function: function)) { $0 - operand }
    }

    @usableFromInline
    @discardableResult
    package borrowing func bitwiseOr(
      _ operand: Value, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line,
      function: StaticString = #function
    ) -> (oldValue: Value, newValue: Value) {
      update(ordering, CodePlace(fileID: fileID, line: line, function: function)) { $0 | operand }
    }

    @usableFromInline
    @discardableResult
    package borrowing func bitwiseAnd(
      _ operand: Value, ordering: AtomicUpdateOrdering, fileID: StaticString = #fileID, line: UInt = #line,
      function: StaticString = #function
    ) -> (oldValue: Value, newValue: Value) {
      update(ordering, CodePlace(fileID: fileID, line: line, function: function)) { $0 & operand }
    }
  }
#else
  /// An atomic value; the only atomic there is.
  ///
  /// Builds that explore the orders of threads have one of their own in its place, each access to which is a scheduling
  /// point, so that no access can be forgotten there.
  @usableFromInline package typealias SharedAtomic = Atomic
#endif
