package import TidingsCore

extension PublishedValue {
  /// Creates a value that is stored elsewhere, and read repeatedly while it has subscribers.
  ///
  /// Each access to `value` reads it if the calling thread may do so. Otherwise the access returns the last reading for
  /// the subscribers or, if there are none, the first reading.
  ///
  /// - Parameters:
  ///   - reading: Reads the value.
  ///   - start: Called for the first subscriber, with a property to refresh immediately, and whenever the value may
  ///     have changed.
  package init(
    _ reading: PlacedReading<Value>, _ start: @escaping @Sendable (PublishedProperty<Value>) -> Subscription
  ) {
    let known = PublishedValue(initial: reading.first, start)
    self.init(Broadcaster(known)) { versions in
      reading.isPossibleHere ? reading.read() : known.read(&versions)
    }
  }
}

/// A closure that reads a value, and the actor or scheduler on which it may be called.
package struct PlacedReading<Value: Sendable>: Sendable {
  package let first: Value
  package let read: @Sendable () -> Value
  private let context: DeliveryContext?

  /// Reads the value for the first time. The caller must run where this is allowed.
  package init(on scheduler: some UpdateScheduler, _ read: @escaping @Sendable () -> Value) {
    context = .scheduler(scheduler)
    self.read = read
    first = read()
  }

  /// Reads the value for the first time.
  ///
  /// - Parameters:
  ///   - closure: Isolated to the caller's actor, to no actor, or to the main actor if that is current.
  ///   - caller: The actor on which the calling code runs.
  ///   - face: The public API that was called, for the message if the closure is isolated to another actor.
  package init(
    _ closure: @escaping @isolated(any) @Sendable () -> Value, calledFrom caller: (any Actor)?, in face: StaticString
  ) {
    let reading = IsolatedReading(closure)
    context = DeliveryContext(of: reading.isolation, calledFrom: caller)
    read = reading.call
    if let isolation = reading.isolation, isolation !== caller, context?.isCurrent != true {
      fatalError(
        """
        \(face) reads the value at once, and cannot: its closure belongs to an actor, and was handed over elsewhere. \
        Call it on that actor.
        """)
    }
    first = read()
  }

  /// Whether the calling thread may read the value.
  package var isPossibleHere: Bool { context?.isCurrent ?? true }

  /// Whether no other code runs in the context of the closure while it reads.
  package var isExclusive: Bool {
    switch context {
    case .main, .actor: true
    case .caller, .scheduler, nil: false
    }
  }

  /// Runs a job where the value may be read.
  package func enqueue(_ job: @escaping @Sendable () -> Void) {
    if let context { context.enqueue(job) } else { Task.detached { job() } }
  }

  /// Runs a job where the value may be read: immediately, if that is the current context.
  package func perform(_ job: @escaping @Sendable () -> Void) {
    if isPossibleHere { job() } else { enqueue(job) }
  }
}
