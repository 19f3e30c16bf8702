import TidingsCore

extension HubModel {
  /// `Hub.deliver`: the look at the next slot.
  mutating func look(_ round: Round, on thread: Int) {
    var rest = round
    let seat = round.seats[round.next]
    if rules.readsSlotsAnew {
      rest = Round(item: round.item, seats: hub.roster.ids.map { number(of: $0) }, next: round.next, from: round.from)
    }
    rest.next += 1
    push(.deliver(rest), on: thread)
    if case .update(let update) = round.item, rules.looksLive(ids[seat], hub), ids[seat] <= round.lastID {
      claimed(SubscriberCall(seat: seat, update: update, origin: .delivery), on: thread)
    } else if ids[seat] <= round.lastID {
      push(.claim(seat: seat, round.item, from: round.from), on: thread)
    }
  }

  /// `Hub.claim`.
  mutating func claim(_ seat: Int, for item: Item, from: ThreadID, on thread: Int) {
    let entry = State.Entry(item: item.forHub, lastID: ids[seat], thread: from)
    switch inSection(on: thread, { [ids] in $0.claim(ids[seat], for: entry, &$1) }) {
    case .call:
      if case .update(let update) = item {
        claimed(SubscriberCall(seat: seat, update: update, origin: .delivery), on: thread)
      }
    case .end(let departure):
      tellEnd(of: seat, departure, on: thread)
    case .skip:
      break
    }
  }

  /// The thread has taken its last look: the update begins.
  mutating func claimed(_ call: SubscriberCall, on thread: Int) {
    checkClaim(of: call)
    push(.call(call), on: thread)
  }

  /// The closure is entered, or has returned.
  mutating func callOrReturn(_ call: SubscriberCall, on thread: Int) {
    guard !call.isRunning else { return }
    checkCall(call, on: thread)
    history.subscribers[call.seat].calls += 1
    if call.origin == .delivery { history.lastDelivered = call.update }
    var running = call
    running.isRunning = true
    push(.call(running), on: thread)
    if let calls = setting.scenario.subscribers[call.seat].reactions[call.update] {
      push(.script(Script(calls: calls)), on: thread)
    }
  }

  /// `Hub.rest`.
  mutating func rest(on thread: Int) {
    let expected = seatsToRelease
    if inSection(on: thread, { $0.rest(&$1) }) {
      push(.settled(expected), on: thread)
    } else {
      push(.drain(inPool: false, helped: 0), on: thread)
    }
  }

  /// `Hub.drain`.
  mutating func drain(inPool: Bool, helped: Int, on thread: Int) {
    var helped = helped
    let asker = inPool ? .pool : threadID(thread)
    let turn = inSection(on: thread) { $0.take(on: asker, helped: &helped, &$1) }
    let expected = seatsToRelease
    switch turn.delivery {
    case .deliver(let entry):
      if entry.thread != asker { updateCall(on: thread) { $0.taken += 1 } }
      push(.drain(inPool: inPool, helped: helped), on: thread)
      let item = Item(entry.item)
      let numbers = rules.audience(of: item, hub).map { number(of: $0) }
      push(
        .deliver(Round(item: item, seats: numbers, lastID: entry.lastID, from: entry.thread)), on: thread)
    case .handOver:
      checkHandOver(on: thread)
      startJob(.drain(inPool: true, helped: 0))
    case .idle:
      break
    }
    push(.settled(expected), on: thread)
    push(.release(turn.left.map { number(of: $0.id) }), on: thread)
  }

  /// Lets go of the closure of the first of them.
  mutating func release(_ seats: [Int], on thread: Int) {
    push(.release(Array(seats.dropFirst())), on: thread)
    checkRelease(of: seats[0])
    history.subscribers[seats[0]].isReleased = true
  }

  /// `Hub.tellEnd`.
  mutating func tellEnd(of seat: Int, _ departure: Departure, on thread: Int) {
    checkEnd(of: seat)
    let handlers = departure.endHandlers.map { setting.handlers.number(of: $0) }
    history.leave(seat, as: .ended, source: source)
    goAfter(departure, handlers: handlers, on: thread)
  }

  /// What is left to do for a subscription that is over, in this order: its closure, the hooks, its handlers.
  mutating func goAfter(_ departure: Departure, handlers: [Int], on thread: Int) {
    push(.run(handlers: handlers), on: thread)
    if departure.needsHooks { push(.enterHooks, on: thread) }
    push(.release(departure.left.map { [number(of: $0.id)] } ?? []), on: thread)
  }

  mutating func run(_ handlers: [Int], on thread: Int) {
    push(.run(handlers: Array(handlers.dropFirst())), on: thread)
    history.handlers[handlers[0]].runs += 1
    checkHandler(handlers[0])
  }
}
