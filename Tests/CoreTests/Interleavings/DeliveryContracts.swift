import TidingsCore

extension HubModel {
  // MARK: Looking at the threads

  /// Whether any thread is in a delivery of the source, or a job for one is waiting.
  var isSomebodyDelivering: Bool {
    threads.contains { thread in
      thread.stack.contains { frame in
        switch frame {
        case .deliver, .rest, .drain: true
        default: false
        }
      }
    }
  }

  /// The innermost public call that the thread is in.
  private func publicCall(on thread: Int) -> PublicCall? {
    for case .inside(let call) in threads[thread].stack.reversed() { return call }
    return nil
  }

  mutating func updateCall(on thread: Int, _ change: (inout PublicCall) -> Void) {
    for index in threads[thread].stack.indices.reversed() {
      guard case .inside(var call) = threads[thread].stack[index] else { continue }
      change(&call)
      threads[thread].stack[index] = .inside(call)
      return
    }
  }

  private func calls(of seat: Int) -> [SubscriberCall] {
    threads.flatMap(\.stack).compactMap { frame in
      if case .call(let call) = frame, call.seat == seat { call } else { nil }
    }
  }

  // MARK: Claiming and calling

  /// P2: nothing begins after the call that ended the subscription has returned.
  mutating func checkClaim(of call: SubscriberCall) {
    if history.subscribers[call.seat].isGone {
      fail(.p2, "subscriber \(call.seat) is given \(call.update) after its end has returned")
    }
  }

  /// What every call of a subscriber's closure is held to, when it begins.
  mutating func checkCall(_ call: SubscriberCall, on thread: Int) {
    checkPlace(of: call, on: thread)
    if call.origin == .delivery, history.subscribers[call.seat].isReleased {
      fail(.p2, "the closure of subscriber \(call.seat) is called after it was let go")
    }
    if calls(of: call.seat).contains(where: \.isRunning) {
      fail(.p3, "the closure of subscriber \(call.seat) is called while it runs")
    }
    checkNesting(of: call, on: thread)
    let outstanding = history.outstanding(for: call.seat)
    if outstanding.first != call.update {
      failOrder(of: call, outstanding: outstanding)
    } else if call.origin == .delivery {
      checkSubscriptionOrder(of: call)
    }
    countHelp(for: call, on: thread)
  }

  /// P1: subscribing and giving up deliver nothing to others.
  private mutating func checkPlace(of call: SubscriberCall, on thread: Int) {
    switch publicCall(on: thread)?.kind {
    case .subscribe(call.seat), .publish, .write, .complete, .finish, .pool, nil: break
    case .subscribe, .invalidate, .end, .removeAllSubscribers, .whenEnded:
      fail(.p1, "subscriber \(call.seat) is called by what concerns another")
    }
  }

  /// P5: an update waits until the one before has reached everyone, also on the same thread.
  private mutating func checkNesting(of call: SubscriberCall, on thread: Int) {
    let rounds = threads[thread].stack.filter { if case .deliver = $0 { true } else { false } }
    if call.origin == .delivery, rounds.count > 1 {
      fail(.p5, "\(call.update) is delivered from inside the delivery of another update")
    }
  }

  /// P4: subscribers are called in the order in which they subscribed.
  private mutating func checkSubscriptionOrder(of call: SubscriberCall) {
    let subscriber = history.subscribers[call.seat]
    guard subscriber.calls >= subscriber.first.count else { return }
    for (index, other) in history.subscribers.enumerated()
    where other.order < subscriber.order && other.standing == .active && phase(of: index) == .live {
      if other.joined <= subscriber.position, other.position <= subscriber.position {
        fail(.p4, "subscriber \(call.seat) is called before \(index), which subscribed earlier")
      }
    }
  }

  /// An update that is not the next in line: names the contract by what has become of the two.
  private mutating func failOrder(of call: SubscriberCall, outstanding: [Int]) {
    let subscriber = history.subscribers[call.seat]
    let lost: Contract = source.isValue ? .v2 : .p6
    let due = outstanding.first.map(String.init) ?? "nothing"
    let message = "subscriber \(call.seat) is given \(call.update) and not \(due)"
    if let dropped = history.dropped.first(where: { $0.update == call.update }) {
      return fail(dropped.contract, "\(message); it was published in vain")
    }
    if call.origin == .initial || subscriber.calls < subscriber.first.count {
      return fail(contractOfFirst(call, for: subscriber), message)
    }
    guard outstanding.contains(call.update) else { return fail(lost, "\(message); that is none of its updates") }
    if let next = outstanding.first, isUnderWay(next, to: call.seat) { return fail(.p4, message) }
    fail(lost, "\(message); what is missing has been lost")
  }

  /// A first update that is none: newer than the moment of joining it will come again, older it should not come.
  private func contractOfFirst(_ call: SubscriberCall, for subscriber: SubscriberHistory) -> Contract {
    if source.isValue {
      let isNewer = history.accepted[subscriber.joined...].contains { $0.update == call.update }
      return call.origin == .initial && isNewer ? .v2 : .v1
    }
    if source == .task { return history.runs.contains(where: \.isLost) ? .t4 : .t3 }
    return .p6
  }

  private func isUnderWay(_ update: Int, to seat: Int) -> Bool {
    let backlogs = [hub.backlog] + hub.arrivals.map(\.backlog)
    if backlogs.contains(where: { $0.elements.contains { Item($0.item) == .update(update) } }) { return true }
    return threads.flatMap(\.stack).contains { frame in
      switch frame {
      case .deliver(let round): round.item == .update(update) && round.seats.dropFirst(round.next).contains(seat)
      case .claim(seat, .update(update), _): true
      case .call(let call): call.seat == seat && call.update == update && !call.isRunning
      default: false
      }
    }
  }

  // MARK: Helping

  /// P11: a call delivers a bounded number of other threads' updates.
  private mutating func countHelp(for call: SubscriberCall, on thread: Int) {
    let subscriber = history.subscribers[call.seat]
    guard violation == nil, call.origin != .initial, subscriber.calls >= subscriber.first.count else { return }
    let position = subscriber.position
    guard history.accepted[position].thread != threadID(thread), let publicCall = publicCall(on: thread),
      publicCall.kind != .pool, publicCall.lastHelped != position
    else { return }
    updateCall(on: thread) {
      $0.helped += 1
      $0.lastHelped = position
    }
    if publicCall.helped >= setting.scenario.helpLimit {
      fail(.p11, "a call delivers more than \(setting.scenario.helpLimit) updates of other threads")
    }
  }

  /// P11: nothing moves before the bound is reached.
  mutating func checkHandOver(on thread: Int) {
    guard let call = publicCall(on: thread), call.kind != .pool else { return }
    if call.taken < setting.scenario.helpLimit {
      fail(.p11, "a call hands over after \(call.taken) updates of other threads")
    }
  }

  // MARK: Letting go

  /// Dead seats that nobody else is about to let go of: the delivering thread must, now that it settles.
  var seatsToRelease: [Int] {
    ids.indices.filter { seat in
      history.subscribers[seat].isDead && !history.subscribers[seat].isReleased && !isAboutToBeReleased(seat)
    }
  }

  /// Whether a thread still has it before it, as its subscriber in the initial delivery or as the one that ended it.
  func isAboutToBeReleased(_ seat: Int) -> Bool {
    threads.flatMap(\.stack).contains { frame in
      switch frame {
      case .release(let seats): seats.contains(seat)
      default: false
      }
    }
  }

  mutating func checkReleased(_ seats: [Int]) {
    for seat in seats where !history.subscribers[seat].isReleased {
      fail(.p2, "the delivering thread has settled and still holds the closure of subscriber \(seat)")
    }
  }

  mutating func checkRelease(of seat: Int) {
    let subscriber = history.subscribers[seat]
    if !subscriber.isDead { fail(.p2, "the closure of subscriber \(seat) is let go while it is subscribed") }
    if subscriber.isReleased { fail(.p2, "the closure of subscriber \(seat) is let go twice") }
    if calls(of: seat).contains(where: { $0.origin == .delivery }) {
      fail(.p2, "the closure of subscriber \(seat) is let go in the middle of a call")
    }
  }
}
