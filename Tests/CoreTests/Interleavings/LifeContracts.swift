import TidingsCore

extension HubModel {
  // MARK: When a public call returns

  mutating func checkReturn(from call: PublicCall, on thread: Int) {
    switch call.kind {
    case .publish, .write:
      checkInitialDelivery(call, on: thread)
    case .complete, .finish:
      if call.endsSource, history.holdsStart { fail(.t5, "the start closure outlives the run") }
    case .subscribe(let seat):
      checkSubscribed(seat)
    case .invalidate(let seat):
      checkLeft(seat)
      if !history.subscribers[seat].isDead { fail(.p2, "subscriber \(seat) has been given up and is still served") }
    case .end(let seat):
      checkLeft(seat)
    case .removeAllSubscribers:
      for seat in ids.indices where history.subscribers[seat].standing == .invalidated { checkLeft(seat) }
    case .whenEnded, .pool:
      break
    }
  }

  /// P5: an update from inside an initial delivery has reached the others when its call returns.
  private mutating func checkInitialDelivery(_ call: PublicCall, on thread: Int) {
    guard let accepted = call.accepted, isInInitialDelivery(thread) else { return }
    for (index, subscriber) in history.subscribers.enumerated()
    where subscriber.standing == .active && phase(of: index) == .live {
      if subscriber.joined <= accepted, subscriber.position <= accepted {
        fail(.p5, "an update from inside an initial delivery keeps subscriber \(index) waiting")
      }
    }
  }

  private func isInInitialDelivery(_ thread: Int) -> Bool {
    threads[thread].stack.contains { frame in
      if case .call(let call) = frame { call.origin == .initial } else { false }
    }
  }

  /// V1 and T3: the first update comes before `subscribe` returns. P8: after the end, so does the end.
  private mutating func checkSubscribed(_ seat: Int) {
    let subscriber = history.subscribers[seat]
    if subscriber.standing == .active, !subscriber.first.isEmpty, subscriber.calls == 0 {
      fail(source.isValue ? .v1 : source == .task ? .t3 : .p6, "subscriber \(seat) has waited in vain for its first")
    }
    if subscriber.joinedAfterEnd, phase(of: seat).isActive {
      fail(.p8, "subscriber \(seat) joined after the end and is active")
    }
  }

  /// V1: who joins if the run is up finds what its start has set, and is turned away only when it is not up.
  mutating func checkAdmission(of seat: Int, isJoined: Bool) {
    let isUp = history.isFinished || history.runUp == history.wantedRun && history.hookCalls == 0
    if isJoined, !isUp { fail(.v1, "subscriber \(seat) joins in the middle of a start") }
    if !isJoined, isUp { fail(.v1, "subscriber \(seat) is turned away though the run is up") }
  }

  /// P2: nothing is claimed from now on, and the closure is gone unless a delivery is under way.
  private mutating func checkLeft(_ seat: Int) {
    guard history.subscribers[seat].isDead else { return }
    history.subscribers[seat].isGone = true
    if !history.subscribers[seat].isReleased, !isSomebodyDelivering, !isAboutToBeReleased(seat) {
      fail(.p2, "subscriber \(seat) has left and nobody lets go of its closure")
    }
  }

  // MARK: Ends

  /// P10: the end comes once, after the last update, to those who are still there.
  mutating func checkEnd(of seat: Int) {
    let standing = history.subscribers[seat].standing
    if standing != .active { fail(.p10, "subscriber \(seat) is told of the end when it is \(standing)") }
    if !history.isFinished { fail(.p10, "subscriber \(seat) is told of an end that has not come") }
    if !history.outstanding(for: seat).isEmpty { fail(.p10, "the end overtakes updates for subscriber \(seat)") }
  }

  mutating func checkHandler(_ number: Int) {
    let handler = history.handlers[number]
    if handler.runs > 1 { fail(.p10, "end handler \(number) runs again") }
    if handler.isTooLate { fail(.p10, "end handler \(number) was added after the subscription was given up") }
    if let seat = handler.subscriber, !history.subscribers[seat].hasEnded {
      fail(.p10, "end handler \(number) runs without an end")
    }
  }

  // MARK: Runs

  mutating func checkStart(of run: RunID) {
    let number = Int(run)
    if history.hookCalls > 0 { fail(.t1, "start is called while another hook runs") }
    if history.runUp != .none { fail(.t1, "run \(run) starts while run \(history.runUp) is up") }
    if !history.runs[number].isRegistered, !source.joinsAfterStart {
      fail(.t1, "run \(run) starts before its subscriber is registered")
    }
  }

  mutating func checkStop(of run: RunID) {
    let stopped = history.runs[Int(run)]
    if stopped.isCompleted { fail(.t4, "run \(run) is cancelled though its completion was accepted") }
    if stopped.stops > 0 { fail(.t4, "run \(run) is cancelled twice") }
    if !stopped.isLost, !history.isFinished { fail(.t4, "run \(run) is cancelled though somebody listens") }
    if history.hookCalls > 0 { fail(.t1, "cancel is called while another hook runs") }
    if history.runUp != run { fail(.t1, "run \(run) is cancelled and was not up") }
  }

  // MARK: When everybody has finished

  func violationAtEnd() -> Violation? {
    missingUpdate ?? missingEnd ?? missingRelease ?? unsettledRun ?? restlessHub
  }

  private var missingUpdate: Violation? {
    for (seat, subscriber) in history.subscribers.enumerated() where subscriber.standing == .active {
      if let next = history.outstanding(for: seat).first {
        return Violation(contract: source.isValue ? .v2 : .p6, message: "subscriber \(seat) never gets \(next)")
      }
    }
    return nil
  }

  private var missingEnd: Violation? {
    for (seat, subscriber) in history.subscribers.enumerated()
    where subscriber.standing == .active && history.isFinished {
      return Violation(contract: .p10, message: "subscriber \(seat) is never told of the end")
    }
    for (number, handler) in history.handlers.enumerated() {
      guard let seat = handler.subscriber else { continue }
      let isDue = history.subscribers[seat].hasEnded && !handler.isTooLate
      if handler.runs != (isDue ? 1 : 0) {
        return Violation(contract: .p10, message: "end handler \(number) has run \(handler.runs) times")
      }
    }
    return nil
  }

  private var missingRelease: Violation? {
    for (seat, subscriber) in history.subscribers.enumerated() where subscriber.isDead && !subscriber.isReleased {
      return Violation(contract: .p2, message: "the closure of subscriber \(seat) is never let go")
    }
    let dead = hub.roster.phases.count { !$0.isActive }
    return dead * 2 > hub.roster.ids.count
      ? Violation(contract: .p2, message: "\(dead) of \(hub.roster.ids.count) are dead and stay listed") : nil
  }

  private var unsettledRun: Violation? {
    guard source.isCold else { return nil }
    for (number, run) in history.runs.enumerated() where run.isLost && run.isStarted && run.stops != 1 {
      return Violation(contract: .t4, message: "run \(number) was lost and cancelled \(run.stops) times")
    }
    if history.wantedRun != history.runUp {
      return Violation(contract: .t1, message: "run \(history.runUp) is up, run \(history.wantedRun) is wanted")
    }
    return hub.runs.isBusy ? Violation(contract: .t1, message: "the hooks are never given back") : nil
  }

  private var restlessHub: Violation? {
    let isIdle = !hub.isDelivering && hub.backlog.isEmpty && hub.arrivals.isEmpty
    if !isIdle { return Violation(contract: .p6, message: "the hub waits for a delivery that nobody does") }
    return hub.writers.isEmpty ? nil : Violation(contract: .v5, message: "a write never ends")
  }
}
