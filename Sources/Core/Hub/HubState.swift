/// Everything a hub knows, as a value: each method is one critical section and returns what to do outside the lock.
///
/// No closure is called here and nothing of a user is released: what leaves is handed back.
@usableFromInline
package struct HubState<Update: Sendable>: Sendable {
  @usableFromInline package typealias Seat = HubSeat<Update>

  @usableFromInline
  package enum Item: Sendable {
    case update(Update)
    case end
  }

  /// An item that waits until those before it have reached everyone.
  @usableFromInline
  package struct Entry: Sendable {
    package let item: Item
    /// The newest subscriber at the time: those who joined later do not get the item.
    package let lastID: UInt
    /// Who published it.
    package let thread: ThreadID

    package init(item: Item, lastID: UInt, thread: ThreadID) {
      self.item = item
      self.lastID = lastID
      self.thread = thread
    }
  }

  /// A subscriber in its initial delivery, and what has arrived for it meanwhile.
  package struct Arrival: Sendable {
    package let seat: SubscriptionSeat
    package var backlog: FIFO<Entry>

    package init(seat: SubscriptionSeat, backlog: FIFO<Entry> = FIFO()) {
      self.seat = seat
      self.backlog = backlog
    }
  }

  /// How many updates of other threads a publish or subscribe call delivers before it hands the rest over.
  package let helpLimit: Int

  /// In the order of subscription; dead seats stay until they are tidied.
  ///
  /// Not of type `Seat`: what joins and leaves is then handled by code that is no generic code and looks up no type.
  @usableFromInline package var seats: [SubscriptionSeat] = []
  package var deadSeats = 0
  /// Active subscriptions, and those about to join once the run is up.
  @usableFromInline package var subscriberCount = 0
  package var lastID: UInt = 0

  @usableFromInline package var backlog = FIFO<Entry>()
  /// Some thread is delivering, and will take what is in the backlog.
  @usableFromInline package var isDelivering = false
  /// Seats that died during a delivery: the delivering thread may be inside their closures.
  @usableFromInline package var released: [SubscriptionSeat] = []
  package var arrivals: [Arrival] = []

  @usableFromInline package var isFinished = false
  @usableFromInline package var version: UInt = 0
  /// Threads inside a `mutate` closure or an `==` of this hub's value.
  @usableFromInline package var writers: [ThreadID] = []

  @usableFromInline package var runs: RunState
  /// The last: generic code knows without looking where a field is, unless one of unknown size is before it.
  @usableFromInline package var memory: Memory<Update>

  package init(memory: Memory<Update>, startsWithFirst: Bool, helpLimit: Int = 16) {
    self.memory = memory
    self.helpLimit = helpLimit
    runs = RunState(startsWithFirst: startsWithFirst)
  }
}

// MARK: - Publishing

extension HubState {
  @usableFromInline
  package struct Publication: Sendable {
    /// Whom the calling thread delivers to now; nil when there is nobody, or another delivery is under way.
    @usableFromInline package var seats: [SubscriptionSeat]?
    @usableFromInline package var evicted: Update?

    @inlinable
    package init(seats: [SubscriptionSeat]? = nil, evicted: Update? = nil) {
      self.seats = seats
      self.evicted = evicted
    }
  }

  /// Accepts an update, unless the hub has finished or the update comes from a run that is over.
  @inlinable
  @inline(__always)
  package mutating func publish(
    _ update: Update, in run: RunID, on thread: @autoclosure () -> ThreadID = .current
  ) -> Publication {
    guard !isFinished, run == runs.wanted else { return Publication() }
    guard memory.limit == 0 else { return remember(update, on: thread()) }
    return Publication(seats: enqueue(.update(update), on: thread()) ? seats : nil)
  }

  @inlinable
  @inline(__always)
  mutating func remember(_ update: Update, on thread: @autoclosure () -> ThreadID) -> Publication {
    version &+= 1
    let evicted = memory.remember(update)
    return Publication(seats: enqueue(.update(update), on: thread()) ? seats : nil, evicted: evicted)
  }

  /// Returns whether the caller delivers the item itself; else it waits in the backlog, or concerns nobody.
  @inlinable
  @inline(__always)
  mutating func enqueue(_ item: Item, on thread: @autoclosure () -> ThreadID) -> Bool {
    guard !seats.isEmpty else { return false }
    guard !isDelivering else {
      postpone(item, on: thread())
      return false
    }
    isDelivering = true
    return true
  }

  @usableFromInline
  @inline(never)
  mutating func postpone(_ item: Item, on thread: ThreadID) {
    backlog.append(Entry(item: item, lastID: lastID, thread: thread))
  }
}

// MARK: - Ending

extension HubState {
  package struct Finish: Sendable {
    package var seats: [SubscriptionSeat]?
    package var evicted: Update?
    package var isAccepted = false
    package var needsHooks = false
  }

  /// Accepts the end, which takes its place behind the updates accepted before.
  package mutating func finish(in run: RunID, on thread: @autoclosure () -> ThreadID = .current) -> Finish {
    guard !isFinished, run == runs.wanted else { return Finish() }
    isFinished = true
    let needsHooks = runs.unwant()
    return Finish(seats: enqueue(.end, on: thread()) ? seats : nil, isAccepted: true, needsHooks: needsHooks)
  }

  /// Accepts a result and the end in one step; the caller delivers the result and finds the end in the backlog.
  package mutating func complete(
    with result: Update, in run: RunID, on thread: @autoclosure () -> ThreadID = .current
  ) -> Finish {
    guard !isFinished, run == runs.wanted else { return Finish() }
    let publication = publish(result, in: run, on: thread())
    isFinished = true
    let needsHooks = runs.complete()
    _ = enqueue(.end, on: thread())
    return Finish(
      seats: publication.seats, evicted: publication.evicted, isAccepted: true, needsHooks: needsHooks)
  }
}

// MARK: - Delivering

extension HubState {
  package enum Delivery: Sendable {
    case deliver(Entry, to: [SubscriptionSeat])
    /// The bound on help is reached: the rest goes on in the concurrency pool.
    case handOver
    case idle
  }

  package struct Turn: Sendable {
    package let delivery: Delivery
    /// Seats whose closures can be let go now.
    package let released: [SubscriptionSeat]
  }

  /// Ends the delivery if there is nothing to take and nothing to let go: ``take(on:helped:)`` without its costs.
  @inlinable
  @inline(__always)
  package mutating func rest() -> Bool {
    guard backlog.isEmpty, released.isEmpty else { return false }
    isDelivering = false
    return true
  }

  /// The delivering thread has reached everyone and asks for more. Idle ends the delivery, in the same step.
  package mutating func take(on thread: @autoclosure () -> ThreadID, helped: inout Int) -> Turn {
    Turn(delivery: nextDelivery(on: thread, helped: &helped), released: takeReleased())
  }

  private mutating func nextDelivery(on thread: () -> ThreadID, helped: inout Int) -> Delivery {
    guard let next = backlog.first else {
      isDelivering = false
      return .idle
    }
    if next.thread != thread() {
      guard helped < helpLimit else { return .handOver }
      helped += 1
    }
    _ = backlog.popFirst()
    return .deliver(next, to: seats)
  }

  private mutating func takeReleased() -> [SubscriptionSeat] {
    guard !released.isEmpty else { return [] }
    defer { released = [] }
    return released
  }

  package enum Claim: Sendable {
    case call
    case end(Departure)
    case skip
  }

  /// The delivering thread's last look at a seat before it calls it.
  package mutating func claim(_ seat: SubscriptionSeat, for entry: Entry) -> Claim {
    switch (seat.phase, entry.item) {
    case (.live, .update):
      return .call
    case (.live, .end):
      seat.phase = .ended
      return .end(depart(seat, isCalled: true))
    case (.initial, _):
      for index in arrivals.indices where arrivals[index].seat === seat {
        arrivals[index].backlog.append(entry)
      }
      return .skip
    case (.ended, _), (.invalidated, _):
      return .skip
    }
  }
}

// MARK: - Joining

extension HubState {
  @usableFromInline
  package struct Joining: Sendable {
    /// What the subscriber gets first, on its own thread.
    @usableFromInline package var first: Update?
    @usableFromInline package var needsHooks = false

    @inlinable
    init() {}
  }

  /// Counts a subscriber that joins as soon as the run is up. Returns whether the hooks must be looked after.
  @inlinable
  package mutating func reserve() -> Bool {
    subscriberCount += 1
    return subscriberCount == 1 && !isFinished && runs.want()
  }

  @inlinable
  package mutating func join(
    _ seat: SubscriptionSeat, isReserved: Bool, on thread: @autoclosure () -> ThreadID = .current
  ) -> Joining {
    var joining = Joining()
    if !isReserved { joining.needsHooks = reserve() }
    guard !isFinished || memory.latest != nil else {
      subscriberCount -= 1
      seat.phase = .ended
      return joining
    }
    if memory.limit > 0 { joining.first = arrive(seat, on: thread()) }
    if joining.first == nil { append(seat) }
    return joining
  }

  @usableFromInline
  mutating func append(_ seat: SubscriptionSeat) {
    lastID += 1
    seat.id = lastID
    seats.append(seat)
  }

  /// Joins with what is remembered, if anything is. Returns the first of it.
  @usableFromInline
  mutating func arrive(_ seat: SubscriptionSeat, on thread: ThreadID) -> Update? {
    let kept = memory.all
    guard let first = kept.first else { return nil }
    append(seat)
    seat.phase = .initial
    var arrival = Arrival(seat: seat)
    for update in kept.dropFirst() {
      arrival.backlog.append(Entry(item: .update(update), lastID: lastID, thread: thread))
    }
    if isFinished { arrival.backlog.append(Entry(item: .end, lastID: lastID, thread: thread)) }
    arrivals.append(arrival)
    return first
  }

  package enum Settlement: Sendable {
    case call(Update)
    case end(Departure)
    case handOver
    /// Nothing is left: from now on the seat is served by whoever delivers.
    case live
    /// The seat has died meanwhile, and its closure can be let go.
    case dead
  }

  /// The subscribing thread has delivered and asks what has arrived meanwhile.
  package mutating func settle(
    _ seat: Seat, on thread: @autoclosure () -> ThreadID, helped: inout Int
  ) -> Settlement {
    guard seat.phase == .initial, let index = arrivals.firstIndex(where: { $0.seat === seat }) else { return .dead }
    guard let next = arrivals[index].backlog.first else {
      arrivals.remove(at: index)
      seat.phase = .live
      return .live
    }
    if next.thread != thread() {
      guard helped < helpLimit else { return .handOver }
      helped += 1
    }
    _ = arrivals[index].backlog.popFirst()
    switch next.item {
    case .update(let update):
      return .call(update)
    case .end:
      seat.phase = .ended
      arrivals.remove(at: index)
      return .end(depart(seat, isCalled: false))
    }
  }
}

// MARK: - Leaving

extension HubState {
  package mutating func invalidate(_ seat: SubscriptionSeat) -> Departure? {
    leave(seat, as: .invalidated)
  }

  /// Ends one subscription from inside, as `prefix` does.
  package mutating func end(_ seat: SubscriptionSeat) -> Departure? {
    leave(seat, as: .ended)
  }

  package mutating func invalidateAll() -> [Departure] {
    seats.compactMap { invalidate($0) }
  }

  private mutating func leave(_ seat: SubscriptionSeat, as phase: SubscriptionPhase) -> Departure? {
    let previous = seat.phase
    guard previous.isActive else {
      // A handler that is added after `invalidate()` never runs, even if the end came first.
      if phase == .invalidated { seat.phase = .invalidated }
      return nil
    }
    seat.phase = phase
    return depart(seat, isCalled: isDelivering, isArriving: previous == .initial)
  }

  private mutating func depart(
    _ seat: SubscriptionSeat, isCalled: Bool, isArriving: Bool = false
  ) -> Departure {
    var departure = Departure()
    if !seat.endHandlers.isEmpty {
      departure.endHandlers = seat.endHandlers
      seat.endHandlers = []
    }
    if isArriving {
      departure.leftovers.append(endArrival(of: seat))
      // Its subscribing thread finds it dead and lets go of the closure.
    } else if isCalled {
      released.append(seat)
    } else {
      departure.released = seat
    }
    tidy()
    subscriberCount -= 1
    if subscriberCount == 0, !isFinished, runs.unwant() {
      departure.needsHooks = true
      departure.leftovers.append(forget())
    }
    return departure
  }

  // Apart from `depart`, which then needs no type that depends on the update.

  private mutating func endArrival(of seat: SubscriptionSeat) -> any Sendable {
    guard let index = arrivals.firstIndex(where: { $0.seat === seat }) else { return () }
    return arrivals.remove(at: index).backlog
  }

  private mutating func forget() -> any Sendable {
    version &+= 1
    return memory.reset()
  }

  private mutating func tidy() {
    deadSeats += 1
    if let last = seats.last, !last.phase.isActive {
      while let last = seats.last, !last.phase.isActive {
        seats.removeLast()
        deadSeats -= 1
      }
    } else if deadSeats * 2 > seats.count {
      seats.removeAll { !$0.phase.isActive }
      deadSeats = 0
    }
  }

  package enum HandlerPlacement: Sendable {
    case kept
    case run
    case dropped
  }

  package mutating func addEndHandler(_ handler: EndHandler, to seat: SubscriptionSeat) -> HandlerPlacement {
    switch seat.phase {
    case .initial, .live:
      seat.endHandlers.append(handler)
      return .kept
    case .ended:
      return .run
    case .invalidated:
      return .dropped
    }
  }
}

// MARK: - Writing a value

extension HubState {
  @usableFromInline
  package struct Reading: Sendable {
    @usableFromInline package let current: Update
    @usableFromInline package let version: UInt

    @inlinable
    init(current: Update, version: UInt) {
      self.current = current
      self.version = version
    }
  }

  @usableFromInline
  package enum Commit: Sendable {
    /// Another write got in between: read and try again.
    case stale(Reading)
    case committed(Publication)
  }

  /// Reads what a write starts from. A write from inside a write of the same value on the same thread would wait for
  /// itself for ever, so it traps.
  @inlinable
  package mutating func beginWrite(on thread: ThreadID) -> Reading {
    checkNoWrite(on: thread)
    writers.append(thread)
    return reading
  }

  @usableFromInline
  func checkNoWrite(on thread: ThreadID) {
    guard writers.contains(thread) else { return }
    // Not a precondition: optimised builds drop its message.
    fatalError(
      """
      A PublishedProperty was written from inside its own mutate closure or from inside the == of its value. \
      Change the value that the closure was given, or write after mutate has returned.
      """)
  }

  @inlinable
  package mutating func cancelWrite(on thread: ThreadID) {
    writers.removeAll { $0 == thread }
  }

  @inlinable
  package mutating func commitWrite(
    _ value: Update, over version: UInt, in run: RunID, on thread: ThreadID
  ) -> Commit {
    guard version == self.version else { return .stale(reading) }
    cancelWrite(on: thread)
    return .committed(publish(value, in: run, on: thread))
  }

  @inlinable
  var reading: Reading {
    Reading(current: value, version: version)
  }

  /// Replaces the value in one step, where `==` is known to run no code of a user.
  @inlinable
  package mutating func set(
    _ value: Update, in run: RunID, unless isSame: (Update, Update) -> Bool,
    on thread: @autoclosure () -> ThreadID = .current
  ) -> Publication {
    if !writers.isEmpty { checkNoWrite(on: thread()) }
    guard !isSame(self.value, value) else { return Publication() }
    return publish(value, in: run, on: thread())
  }

  @inlinable
  package var value: Update {
    guard let value = memory.latest else { preconditionFailure("This hub was made without a value") }
    return value
  }
}
