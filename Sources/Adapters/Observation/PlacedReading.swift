package import TidingsCore

extension PublishedValue {
  /// A value that lives elsewhere: it is read there, from its first subscriber to its last again and again.
  ///
  /// While nobody listens it is read whenever somebody asks for it; where it cannot be read on the asking thread, what
  /// was read last stands in.
  ///
  /// - Parameters:
  ///   - reading: Reads the value.
  ///   - start: Called for the first subscriber, with a property to refresh: at once, and whenever the value may have
  ///     changed.
  package init(
    _ reading: PlacedReading<Value>, _ start: @escaping @Sendable (PublishedProperty<Value>) -> Subscription
  ) {
    let known = PublishedValue(initial: reading.first, start)
    self.init(Broadcaster(known), version: { .list([known.version, .untold]) }) {
      reading.isPossibleHere ? reading.read() : known.value
    }
  }
}

/// A closure that reads a value, and the actor or scheduler that it may be called on.
package struct PlacedReading<Value: Sendable>: Sendable {
  package let first: Value
  package let read: @Sendable () -> Value
  private let context: DeliveryContext?

  /// Reads for the first time; the caller stands where that may be done.
  package init(on scheduler: some UpdateScheduler, _ read: @escaping @Sendable () -> Value) {
    context = .scheduler(scheduler)
    self.read = read
    first = read()
  }

  /// Reads for the first time.
  ///
  /// - Parameters:
  ///   - closure: Belongs to the actor that calls, to none, or to the main one when that is current.
  ///   - caller: The actor that the calling code runs on.
  ///   - face: What the user has called, for the message when the closure belongs to another actor.
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

  /// Whether the calling thread may read.
  package var isPossibleHere: Bool {
    context?.isCurrent ?? true
  }

  /// Whether nothing else runs, in the place that the closure belongs to, while it reads.
  package var isExclusive: Bool {
    switch context {
    case .main, .actor: true
    case .caller, .scheduler, nil: false
    }
  }

  /// Runs a job where it may read.
  package func enqueue(_ job: @escaping @Sendable () -> Void) {
    if let context { context.enqueue(job) } else { Task.detached { job() } }
  }

  /// Runs a job where it may read: now, if that is here.
  package func perform(_ job: @escaping @Sendable () -> Void) {
    if isPossibleHere { job() } else { enqueue(job) }
  }
}
