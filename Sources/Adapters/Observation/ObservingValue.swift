public import TidingsCore

extension PublishedValue {
  /// A value that is read from `@Observable` models.
  ///
  ///     let title = PublishedValue(observing: { model.title })
  ///     title.subscribe { [weak self] in self?.label.text = $0 }.store(in: subscriptions)
  ///
  /// The closure reads, and observes what it reads, at once, when the first subscriber comes, and whenever that has
  /// changed. ``value`` reads anew.
  ///
  /// Observation speaks before a change. So an update comes after it, in the next turn of the actor that the closure
  /// belongs to, and tells how things stand then: several changes in one turn, of one property or of several, are one
  /// update, and a change there and back is none. Code on that actor that awaits, or returns, lets the turn come; whoever
  /// subscribes there in between gets first what is current. The last update always equals the final value.
  ///
  /// The closure runs where this was called. Written in main-actor code it reads on the main actor, as it must for a
  /// model that is the main actor's; a subscriber elsewhere gets first what was read last, and then, after a hop, what
  /// is current. Written in nonisolated code it reads on any thread, so that what it captures must be `Sendable`, and
  /// updates come from the concurrency pool. Then it should keep changes out while it reads, by taking the lock that
  /// they are made under:
  ///
  ///     PublishedValue(observing: { store.lock.withLock { store.count } })
  ///
  /// Then it is read twice, since Observation takes note of what was read only afterwards; and where it is decided while
  /// reading what is read, two changes right after each other may be told with the next.
  ///
  /// When changes are made under no lock, or under one that the property takes by itself, after it has told of the
  /// change, a reading may get ahead of the change it was told of; then the update comes with the next one. Such a
  /// model is better the main actor's, or has a ``PublishedProperty``.
  ///
  /// The closure keeps what it captures, for as long as this value or a subscription lives; write `[weak model]` where
  /// that matters. Never ends by itself. Between the last subscriber and the next change one note stays with the model,
  /// which Observation offers no way to withdraw; it holds nothing but a weak reference. Keep the published value, then it
  /// is one, however many subscribers come and go.
  ///
  /// - Parameters:
  ///   - isolation: The actor to read on when the closure is not isolated itself; by default the caller's.
  ///   - read: Reads the value. It must not change it.
  public init(
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext observing read: @escaping @isolated(any) @Sendable () -> Value
  ) {
    self.init(observing: PlacedReading(read, calledFrom: isolation, in: "PublishedValue(observing:)"))
  }

  /// A value that is read from `@Observable` models that are guarded by a serial queue.
  ///
  ///     let title = queue.sync { PublishedValue(observingOn: queue) { model.title } }
  ///
  /// As ``init(isolation:observing:)``, with the scheduler for the actor: models are changed and read in its jobs, an
  /// update comes in the next job. Call this, too, where the models may be read.
  ///
  /// - Parameters:
  ///   - scheduler: Runs one job at a time.
  ///   - read: Reads the value. It must not change it.
  public init(observingOn scheduler: some UpdateScheduler, _ read: @escaping @Sendable () -> Value) {
    self.init(observing: PlacedReading(on: scheduler, read))
  }

  private init(observing reading: PlacedReading<Value>) {
    let watch = ObservationWatch(reading)
    self.init(reading) { property in
      watch.start(property)
      return Subscription { watch.stop() }
    }
  }
}

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
