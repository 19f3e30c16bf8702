public import Observation
public import TidingsCore

extension PublishedValue {
  /// Creates a value that is read from `@Observable` models.
  ///
  ///     let title = PublishedValue(observing: { model.title })
  ///     title.subscribe { [weak self] in self?.label.text = $0 }.store(in: subscriptions)
  ///
  /// The closure is called immediately, for the first subscriber, after each change of a property that it reads, and by ``value``
  /// where it may run. It keeps the objects that it captures alive. Never ends. Observation reports a change before it happens,
  /// so the update is delivered in the next turn of the closure's actor. All changes in one turn are one update. The last update
  /// always equals the final value.
  ///
  /// A closure in code of an actor reads on that actor. On the main actor, ``value`` is current, and so is the first update of
  /// the first subscriber. Otherwise, they are the value that was read last for subscribers, or the first one. After a hop, such
  /// a subscriber receives the current value. A closure in nonisolated code reads on any thread, and updates are delivered on the
  /// concurrency pool. It must read under the lock that protects the changes:
  ///
  ///     PublishedValue(observing: { store.lock.withLock { store.count } })
  ///
  /// If such a model has no lock, or locks only inside the property, an update can be late until the next change. Isolate such a
  /// model to the main actor, or use a ``PublishedProperty``. After the last subscriber, one or two registrations with a weak
  /// reference remain in the model until its next change, because Observation cannot remove them.
  ///
  /// - Parameters:
  ///   - isolation: The actor on which an unisolated closure reads. The default is the caller's actor.
  ///   - read: Reads the value without changing it.
  @_alwaysEmitIntoClient public init(
    isolation: isolated (any Actor)? = #isolation,
    @_inheritActorContext observing read: @escaping @isolated(any) @Sendable () -> Value
  ) {
    self.init(observing: PlacedReading(read, calledFrom: isolation, in: "PublishedValue(observing:)"))
  }

  /// Creates a value that is read from `@Observable` models that a serial queue protects.
  ///
  ///     let title = queue.sync { PublishedValue(observingOn: queue) { model.title } }
  ///
  /// Call this on the scheduler, which must run one job at a time. Its jobs take the place of the turns of an actor.
  /// See ``init(isolation:observing:)`` for the closure.
  @_alwaysEmitIntoClient
  public init(observingOn scheduler: some UpdateScheduler, _ read: @escaping @Sendable () -> Value) {
    self.init(observing: PlacedReading(on: scheduler, read))
  }

  @_alwaysEmitIntoClient init(observing reading: PlacedReading<Value>) {
    let watch = ObservationWatch(reading)
    self.init(reading) { property in
      watch.start(property)
      return Subscription { watch.stop() }
    }
  }

  // Creates a value that is stored elsewhere, and read repeatedly while it has subscribers. Each access to `value` reads it if
  // the calling thread may do so and `isOver` is false. Otherwise it returns the last reading for subscribers, or the first.
  @_alwaysEmitIntoClient package init(
    _ reading: PlacedReading<Value>, isOver: @escaping @Sendable () -> Bool = { false },
    _ start: @escaping @Sendable (PublishedProperty<Value>) -> Subscription
  ) {
    let known = PublishedValue(keeping: reading.first, start)
    self.init(Broadcaster(known)) { reading.isPossibleHere && !isOver() ? reading.read() : known.value }
  }
}

/// A closure that reads a value, and the actor or scheduler on which it may be called.
@usableFromInline package struct PlacedReading<Value: Sendable>: Sendable {
  @usableFromInline package let first: Value
  @usableFromInline package let read: @Sendable () -> Value
  @usableFromInline let context: DeliveryContext?
  /// Whether no other code runs in the context of the closure while it reads.
  @usableFromInline package let isExclusive: Bool

  @usableFromInline package init(on scheduler: some UpdateScheduler, _ read: @escaping @Sendable () -> Value) {
    context = .scheduler(scheduler)
    isExclusive = false
    self.read = read
    first = read()
  }

  /// The closure is isolated to the caller's actor, to no actor, or to the main actor if that is current.
  @usableFromInline package init(
    _ closure: @escaping @isolated(any) @Sendable () -> Value, calledFrom caller: (any Actor)?,
    in function: StaticString
  ) {
    let reading = IsolatedAction(closure)
    context = DeliveryContext(of: reading.isolation, calledFrom: caller)
    isExclusive = reading.isolation != nil || caller === MainActor.shared
    read = reading.call
    if let isolation = reading.isolation, isolation !== caller, context?.isCurrent != true {
      fatalError(
        """
        \(function) reads the value immediately, but its closure is isolated to another actor. Call it on that actor.
        """)
    }
    first = read()
  }

  @_alwaysEmitIntoClient package var isPossibleHere: Bool { context?.isCurrent ?? true }

  @_alwaysEmitIntoClient package func enqueue(_ job: @escaping @Sendable () -> Void) {
    if let context { context.enqueue(job) } else { Task.detached { job() } }
  }

  @_alwaysEmitIntoClient package func perform(_ job: @escaping @Sendable () -> Void) {
    if isPossibleHere { job() } else { enqueue(job) }
  }
}

/// Reads a value again when an observed property has changed.
///
/// It lives as long as the published value, so a registration that remains after the last subscriber serves the next one.
@usableFromInline final class ObservationWatch<Value: Sendable>: Sendable {
  @usableFromInline let reading: PlacedReading<Value>
  @usableFromInline let state = Locked(ObservationState<PublishedProperty<Value>>())

  @usableFromInline init(_ reading: PlacedReading<Value>) { self.reading = reading }

  @_alwaysEmitIntoClient func start(_ property: PublishedProperty<Value>) {
    let isWatching = state.withLock { state in
      state.property = property
      return state.isWatching
    }
    if isWatching {
      // The registration reports changes after this reading.
      reading.perform { [weak property, reading] in property?.refresh(reading.read) }
    } else if reading.isPossibleHere {
      readAndWatch()
    } else if state.withLock({ $0.schedule() }) {
      enqueueReading()
    }
  }

  @_alwaysEmitIntoClient func stop() {
    let property = state.withLock { $0.property.take() }
    withExtendedLifetime(property) {}
  }

  @_alwaysEmitIntoClient func enqueueReading() { reading.enqueue { [weak self] in self?.readAndWatch() } }

  @_alwaysEmitIntoClient func readAndWatch() {
    guard let (property, number) = state.withLock({ $0.beginReading() }) else { return }
    property.refresh {
      let value = readAndRegister(number)
      // Observation registers after reading. A second reading finds changes that other threads made in between.
      return reading.isExclusive ? value : readAndRegister(number)
    }
    state.withLock { $0.endReading(number) }
  }

  @_alwaysEmitIntoClient func readAndRegister(_ number: UInt) -> Value {
    withObservationTracking(reading.read) { [weak self] in self?.willChange(reading: number) }
  }

  /// Called before the change, so the new value cannot be read here.
  @_alwaysEmitIntoClient func willChange(reading number: UInt) {
    if state.withLock({ $0.noteChange(of: number) }) { enqueueReading() }
  }
}

/// The state of a watch. Each method is one critical section.
@usableFromInline struct ObservationState<Property: AnyObject & Sendable>: Sendable {
  @usableFromInline var property: Property?
  /// Whether a job that reads the value is enqueued.
  @usableFromInline var isScheduled = false
  /// Whether the next change will be reported.
  @usableFromInline var isWatching = false
  /// The number of the last reading that has begun.
  @usableFromInline var number: UInt = 0
  @usableFromInline var hasChanged = false

  /// - Returns: Whether to enqueue a job. A job that is already enqueued has not begun to read.
  @_alwaysEmitIntoClient mutating func schedule() -> Bool {
    guard property != nil, !isScheduled else { return false }
    isScheduled = true
    return true
  }

  /// - Returns: The property to refresh and the number of the reading, or nil without subscribers.
  @_alwaysEmitIntoClient mutating func beginReading() -> (property: Property, number: UInt)? {
    isScheduled = false
    guard let property else { return nil }
    number &+= 1
    hasChanged = false
    isWatching = false
    return (property, number)
  }

  @_alwaysEmitIntoClient mutating func endReading(_ number: UInt) {
    if number == self.number { isWatching = !hasChanged }
  }

  /// Ignores changes of earlier readings, because a later reading finds them. Returns whether to enqueue a job.
  @_alwaysEmitIntoClient mutating func noteChange(of number: UInt) -> Bool {
    guard number == self.number, !hasChanged else { return false }
    hasChanged = true
    isWatching = false
    return schedule()
  }
}
