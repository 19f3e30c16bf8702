public import Synchronization

extension Hub {
  /// Calls the subscribers. The caller holds the turn.
  @inlinable @inline(__always) func deliver(_ update: Update, from thread: ThreadID? = nil) {
    subscribers.forEach(Update.self) { receiver in
      let phase = receiver.phaseWord.load(ordering: .acquiring)
      if phase == .live {
        receiver.closure.call(update)
      } else if phase == .initial {
        queue(update, from: thread ?? .current, for: receiver)
      }
    }
  }

  @usableFromInline @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  func queue(_ update: Update, from thread: ThreadID, for receiver: Receiver<Update>) {
    let isLive = withLock {
      let phase = receiver.phaseWord.load(ordering: .relaxed)
      if phase == .initial { receiver.keep(Entry(.update(update), from: thread)) }
      return phase == .live
    }
    if isLive { receiver.closure.call(update) }
  }

  /// Ends every subscription. The caller holds the turn.
  @usableFromInline @_semantics("optimize.sil.specialize.generic.never") func deliverEnd() {
    subscribers.forEach(Update.self) { receiver in
      if let ended = withLock({ acceptEnd(for: receiver) }) { deliverEnd(to: copy receiver, ended) }
    }
    withLock { tidy(afterLeaving: Int(subscribers.count)) }
  }

  @inlinable @inline(__always) func giveBack() {
    if !turn.giveBack() { drain() }
  }

  @inlinable @inline(never) func drain() { drain(Batch(), as: .current) }

  @inlinable @inline(never) func drain(_ rest: consuming Batch, as thread: ThreadID) {
    var batch = consume rest
    var helped = 0
    while true {
      let left = withLock {
        let left = removeLeaving()
        if batch.isEmpty { batch.refill(from: &state.queue) }
        // The closures of subscribers that left are released before the turn is free: no other thread calls them then.
        batch.isEmpty && left.isEmpty ? turn.putDown() : turn.calm()
        return left
      }
      clear(left)
      guard !batch.isEmpty || !left.isEmpty else { return }
      while !batch.isEmpty, !turn.isHurried {
        if batch.first.thread != thread {
          guard helped < Self.helpLimit(of: thread) else { return handOver(consume batch) }
          helped += 1
        }
        perform(batch.removeFirst())
      }
    }
  }

  @usableFromInline func clear(_ left: [Subscriber]) {
    for subscriber in left { subscriber.clear() }
  }

  @inlinable func perform(_ entry: Entry) {
    switch entry.event {
    case .update(let update): deliver(update, from: entry.thread)
    case .join: withLock { addFirstJoining() }
    case .end: deliverEnd()
    case .handled: break
    }
  }

  /// The number of events of other threads that a thread delivers, so that no thread is held for long.
  ///
  /// A job of the concurrency pool delivers more, because handing over costs as much as many deliveries.
  @inlinable static func helpLimit(of thread: ThreadID) -> Int { thread == .pool ? 1_024 : 16 }

  /// Continues in the concurrency pool, which receives the turn.
  @inlinable @inline(never) func handOver(_ batch: consuming Batch) {
    // The job takes the batch out of the variable: a second reference would make the first change copy it.
    // Invariant behind `unsafe`: it is accessed by the job only, which runs once.
    nonisolated(unsafe) var rest = consume batch
    Task.detached { [self] in
      var mine = Batch()
      unsafe swap(&mine, &rest)
      drain(consume mine, as: .pool)
    }
  }

  @frozen @usableFromInline struct Batch: Sendable {
    @usableFromInline var entries: [Entry] = []
    @usableFromInline var next = 0

    @inlinable init() {}
    @inlinable var isEmpty: Bool { next == entries.count }
    @inlinable var first: Entry { entries[next] }

    @inlinable mutating func refill(from queue: inout [Entry]) {
      // The memory of a long queue is released.
      entries.removeAll(keepingCapacity: entries.count <= Hub.longQueue)
      next = 0
      swap(&entries, &queue)
    }

    @inlinable mutating func removeFirst() -> Entry {
      var entry = Entry(.handled, from: .pool)
      swap(&entry, &entries[next])
      next += 1
      return entry
    }
  }
}
