extension ReferenceState {
  /// Returns whether a run must be started.
  mutating func reserve() -> Bool {
    count += 1
    guard count == 1, rules.isCold, !isFinished else { return false }
    lastRun += 1
    wanted = lastRun
    return true
  }

  struct Joining: Sendable {
    let id: Int
    var first: Update?
    var needsHooks = false
    /// The end was there before.
    var isRefused = false
  }

  mutating func join(_ receive: @escaping Receive, isReserved: Bool) -> Joining {
    var joining = Joining(id: subscribers.count)
    if !isReserved { joining.needsHooks = reserve() }
    var subscriber = Subscriber(phase: .live, receive: receive)
    if let first = remembered.first {
      joining.first = first
      subscriber.phase = .initial
      subscriber.backlog = remembered.dropFirst().map { .update($0) } + (isFinished ? [.end] : [])
    } else if isFinished {
      subscriber.phase = .ended
      joining.isRefused = true
      count -= 1
    }
    subscribers.append(subscriber)
    return joining
  }

  enum Settlement: Sendable { case call(Update), leave(Departure), live, dead }

  /// The subscribing thread asks what has arrived during the initial delivery. Nothing makes the subscriber live.
  mutating func settle(_ id: Int) -> Settlement {
    guard subscribers[id].phase == .initial else { return .dead }
    guard !subscribers[id].backlog.isEmpty else {
      subscribers[id].phase = .live
      return .live
    }
    switch subscribers[id].backlog.removeFirst() {
    case .update(let update): return .call(update)
    case .end:
      guard var departure = leave(id, as: .ended) else { return .dead }
      departure.releasesAtOnce = true
      return .leave(departure)
    }
  }

  struct Departure: Sendable {
    let id: Int
    /// Nobody can be inside the closure.
    var releasesAtOnce: Bool
    var endHandlers: [Action]
    var needsHooks: Bool
    var forgotten: [any Sendable]
  }

  /// Returns nil if it has left already.
  mutating func leave(_ id: Int, as phase: Phase) -> Departure? {
    let left = subscribers[id]
    guard left.isActive else {
      if phase == .invalidated { subscribers[id].phase = .invalidated }
      return nil
    }
    subscribers[id].phase = phase
    subscribers[id].backlog = []
    subscribers[id].endHandlers = []
    if isDelivering, left.phase == .live { leavers.append(id) }
    var departure = Departure(
      id: id, releasesAtOnce: !isDelivering && left.phase == .live,
      endHandlers: phase == .ended ? left.endHandlers : [], needsHooks: false,
      forgotten: [left.backlog, left.endHandlers, remembered])
    departure.needsHooks = countOut()
    return departure
  }

  /// Returns whether the run must be stopped.
  mutating func countOut() -> Bool {
    count -= 1
    guard count == 0, rules.isCold, !isFinished else { return false }
    wanted = 0
    version += 1
    if !rules.keepsMemory { remembered = rules.initial.map { [$0] } ?? [] }
    return true
  }

  /// Closures to let go of, outside the lock.
  mutating func takeClosures(of ids: [Int]) -> [Subscriber] {
    let taken = ids.map { subscribers[$0] }
    for id in ids { subscribers[id].receive = nil }
    return taken
  }
}

extension ReferenceState {
  enum Hook: Sendable { case start(Int), stop(Action?), letGo(Action?) }

  /// What whoever has the hooks does next; nothing gives them back.
  mutating func nextHook() -> Hook? {
    hooksAreBusy = running != wanted
    guard hooksAreBusy else { return nil }
    guard running != 0 else {
      running = wanted
      return .start(running)
    }
    running = 0
    defer { stop = nil }
    return isCompleted ? .letGo(stop) : .stop(stop)
  }
}
