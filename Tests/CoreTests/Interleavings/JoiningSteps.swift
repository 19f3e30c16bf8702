import TidingsCore

extension HubModel {
  /// `Hub.join`, for a value that is started before anybody joins.
  mutating func reserve(thenDoing next: Frame, on thread: Int) {
    history.count(isCold: source.isCold)
    push(next, on: thread)
    if inSection(on: thread, { $1.hub.reserve() }) { push(.enterHooks, on: thread) }
  }

  /// `Hub.joinIfUp`: the critical section, after what it has in common with `join`.
  mutating func joinIfUp(_ seat: Int, on thread: Int) {
    switch inSection(on: thread, { $0.joinIfUp(&$1) }) {
    case .joined(let joining):
      checkAdmission(of: seat, isJoined: true)
      history.join(seat)
      enter(seat, joining, first: joining.first, on: thread)
    case .tooEarly(let departure):
      checkAdmission(of: seat, isJoined: false)
      history.countOut(source: source)
      if departure.needsHooks { push(.enterHooks, on: thread) }
    }
  }

  /// `Hub.join`: the critical section, and the slot, which is nobody else's yet.
  mutating func join(_ seat: Int, readBefore read: Int?, on thread: Int) {
    let isReserved = rules.joinsAfterStart ?? source.joinsAfterStart
    if !isReserved { history.count(isCold: source.isCold) }
    history.join(seat)
    let joining = inSection(on: thread) { $0.join(isReserved: isReserved, &$1) }
    enter(seat, joining, first: read ?? joining.first, on: thread)
  }

  /// `Hub.enter`.
  private mutating func enter(_ seat: Int, _ joining: State.Joining, first: Int?, on thread: Int) {
    ids[seat] = joining.id
    if let first {
      push(.settle(seat, inPool: false, helped: 0), on: thread)
      push(.initial(seat: seat, first), on: thread)
    } else if joining.id == .refused {
      push(.release([seat]), on: thread)
    }
    if joining.needsHooks { push(.enterHooks, on: thread) }
  }

  /// The look before the initial value is delivered.
  mutating func deliverInitial(_ first: Int, to seat: Int, on thread: Int) {
    guard rules.deliversInitial(to: ids[seat], hub) else { return }
    let update = rules.first(first, hub)
    if rules.deliversInitialToAll {
      let all = hub.roster.ids.map { number(of: $0) }.filter { $0 != seat }
      push(.deliver(Round(item: .update(update), seats: all, from: threadID(thread))), on: thread)
    }
    claimed(SubscriberCall(seat: seat, update: update, origin: .initial), on: thread)
  }

  /// `Hub.settle`.
  mutating func settle(_ seat: Int, inPool: Bool, helped: Int, on thread: Int) {
    var helped = helped
    let asker = inPool ? .pool : threadID(thread)
    let next = hub.arrivals.first { $0.id == ids[seat] }?.backlog.first
    switch inSection(on: thread, { [ids] in $0.settle(ids[seat], on: asker, helped: &helped, &$1) }) {
    case .call(let update):
      if next?.thread != asker { updateCall(on: thread) { $0.taken += 1 } }
      push(.settle(seat, inPool: inPool, helped: helped), on: thread)
      claimed(SubscriberCall(seat: seat, update: update, origin: .backlog), on: thread)
    case .end(let departure):
      tellEnd(of: seat, departure, on: thread)
    case .handOver:
      checkHandOver(on: thread)
      startJob(.settle(seat, inPool: true, helped: 0))
    case .live, .dead:
      break
    }
  }
}
