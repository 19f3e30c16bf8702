import TidingsCore

extension HubModel {
  /// `Subscription.invalidate`: the token remembers that it has been called.
  mutating func giveUp(_ seat: Int, on thread: Int) {
    if !isGivenUp[seat] || rules.leavesAgain { push(.leave(seat), on: thread) }
    isGivenUp[seat] = true
  }

  /// `Hub.invalidate`.
  mutating func leave(_ seat: Int, on thread: Int) {
    let departure = inSection(on: thread) { [ids] in $0.invalidate(ids[seat], &$1) }
    noteInvalidation(of: seat)
    guard let departure else { return }
    let handlers = departure.endHandlers.map { setting.handlers.number(of: $0) }
    goAfter(departure, handlers: rules.invalidationRunsHandlers ? handlers : [], on: thread)
  }

  private mutating func noteInvalidation(of seat: Int) {
    switch history.subscribers[seat].standing {
    case .active: history.leave(seat, as: .invalidated, source: source)
    case .ended: history.subscribers[seat].standing = .invalidated
    case .outside, .invalidated: break
    }
  }

  /// `Hub.end`, as `prefix` calls it.
  mutating func end(_ seat: Int, on thread: Int) {
    let isActive = history.subscribers[seat].standing == .active
    guard let departure = inSection(on: thread, { [ids] in $0.end(ids[seat], &$1) }) else { return }
    if !isActive { fail(.p10, "a subscription ends twice") }
    history.leave(seat, as: .ended, source: source)
    let handlers = departure.endHandlers.map { setting.handlers.number(of: $0) }
    goAfter(departure, handlers: handlers, on: thread)
  }

  /// `Hub.invalidateAll`.
  mutating func removeAllSubscribers(on thread: Int) {
    for seat in ids.indices where history.subscribers[seat].standing == .active { noteInvalidation(of: seat) }
    let departures = inSection(on: thread) { $0.invalidateAll(&$1) }
    if departures.contains(where: \.needsHooks) { push(.enterHooks, on: thread) }
    push(.release(departures.compactMap(\.left).map { number(of: $0.id) }), on: thread)
  }

  /// `Hub.addEndHandler`.
  mutating func addHandler(_ handler: Int, to seat: Int, on thread: Int) {
    history.handlers[handler].subscriber = seat
    let standing = history.subscribers[seat].standing
    history.handlers[handler].isTooLate = standing == .invalidated || standing == .ended && isGivenUp[seat]
    let placement = inSection(on: thread) { [ids, isGivenUp] in
      $0.addEndHandler(handler, to: ids[seat], isGivenUp: isGivenUp[seat], &$1)
    }
    if case .run = placement { push(.run(handlers: [handler]), on: thread) }
  }
}
