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
