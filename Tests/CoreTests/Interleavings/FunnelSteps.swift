import TidingsCore

/// What a thread is about to do in a funnel, outside of its hub. Each case is one critical section or one look at a
/// subscription's phase. Connections are known by their number.
enum UpstreamStep: Hashable, Sendable {
  case enter(UpstreamCall, RunID)

  /// The source of an upstream accepts an item, and delivers those that are accepted.
  case accept(Item, upstream: Int)
  case take(Int)

  /// `Inlets.connect`, `Upstreams.connect`.
  case look(upstream: Int, RunID)
  case add(Int)
  case join(Int)
  case fill(Int)
  case keep(Int)
  case addHandler(Int)
  case letGo(Int)

  /// The end handler of a connection.
  case forget(Int)
  case lookForOthers(RunID)
  case endWithAll(RunID)

  /// `Upstreams.disconnect`, `Upstreams.invalidate`.
  case closeSlot(Int)
  case remove(Int)
  case close(RunID)
  case invalidate(Int)
  /// A reference to the token is gone; with the last one the subscription goes.
  case release(Int)

  /// `Hub.modify`; a planted fault reads and writes in two steps.
  case modify(Int, to: Int)
  case modifyLater(Int, to: Int, known: Int)
  /// The look between several updates for one input.
  case emit(Int)
  case leave
}

extension FunnelModel {
  mutating func enter(_ call: UpstreamCall, in run: RunID, on thread: Int) {
    switch call {
    case .send(let update, let upstream): push(.accept(.update(update), upstream: upstream), on: thread)
    case .finish(let upstream): push(.accept(.end, upstream: upstream), on: thread)
    case .connect(let upstream): push(.look(upstream: upstream, run), on: thread)
    case .disconnect(let upstream): disconnect(upstream, on: thread)
    case .endWithAll:
      if scenario.rule != .latest || rules.endsLatestWithAll { push(.endWithAll(run), on: thread) }
    case .close: push(.close(run), on: thread)
    case .emit(let update, let isOneOfSeveral): enterEmit(update, isOneOfSeveral: isOneOfSeveral, on: thread)
    case .leave: push(.leave, on: thread)
    case .subscribed: checkSubscribed()
    }
  }

  mutating func perform(_ step: UpstreamStep, on thread: Int) {
    switch step {
    case .accept(let item, let upstream): accept(item, upstream: upstream, on: thread)
    case .take(let number): take(from: number, on: thread)
    case .look(let upstream, let run): look(upstream: upstream, in: run, on: thread)
    case .add(let number): add(number, on: thread)
    case .join(let number): join(number, on: thread)
    case .fill(let number): fill(number, on: thread)
    case .keep(let number): keep(number)
    case .addHandler(let number): addHandler(to: number, on: thread)
    case .letGo(let number):
      connections[number].isHeld = false
      release(number, on: thread)
    case .forget(let number): forget(number, on: thread)
    case .lookForOthers(let run):
      if inSection(of: run, { $1.connections.isEmpty && $1.allEnded != nil }) { allEnded(in: run, on: thread) }
    case .endWithAll(let run):
      if inSection(of: run, { $0.whenAllEnded({}, &$1) }) { allEnded(in: run, on: thread) }
    case .closeSlot(let number): closeSlot(of: number, on: thread)
    case .remove(let number): remove(number, on: thread)
    case .close(let run): close(run, on: thread)
    case .invalidate(let number): invalidate(number)
    case .release(let number): release(number, on: thread)
    case .modify(let number, let update): modify(number, to: update, on: thread)
    case .modifyLater(let number, let update, let known): modify(number, to: update, knowing: known, on: thread)
    case .emit(let update): lookAndEmit(update, on: thread)
    case .leave:
      if hub.history.subscribers[0].standing != .outside { push([.invalidate(0)], on: thread) }
    case .enter: break
    }
  }

  // MARK: Upstreams, in as few steps as their own contracts allow

  private mutating func accept(_ item: Item, upstream: Int, on thread: Int) {
    guard !upstreams[upstream].isFinished else { return }
    switch item {
    case .update(let update): upstreams[upstream].latest = update
    case .end: upstreams[upstream].isFinished = true
    }
    for number in connections.indices.reversed()
    where connections[number].upstream == upstream && connections[number].isActive {
      accept(item, for: number)
      guard !connections[number].isDelivering else { continue }
      connections[number].isDelivering = true
      push(.take(number), on: thread)
    }
  }

  private mutating func accept(_ item: Item, for number: Int) {
    connections[number].queue.append(item)
    if case .update(let update) = item { connections[number].accepted.append(update) }
  }

  private mutating func take(from number: Int, on thread: Int) {
    guard !connections[number].queue.isEmpty else {
      connections[number].isDelivering = false
      return
    }
    let item = connections[number].queue.removeFirst()
    push(.take(number), on: thread)
    guard connections[number].isActive else { return }
    switch item {
    case .update(let update):
      // What is put around a publisher from elsewhere, whose token is not known yet.
      if scenario.upstreams[connections[number].upstream].isForeign, connections[number].slot == .invalidated { return }
      receive(update, from: number, on: thread)
    case .end:
      connections[number].phase = .ended
      if connections[number].hasHandler { tellEnd(of: number, on: thread) }
    }
  }

  /// The closure that the upstream was given; the publishing is a step of its own.
  private mutating func receive(_ update: Int, from number: Int, on thread: Int) {
    if scenario.rule == .combinedValue {
      push(.modify(number, to: update), on: thread)
    } else {
      push([.publish(update)], in: connections[number].run, on: thread)
    }
  }

  private mutating func tellEnd(of number: Int, on thread: Int) {
    let input = scenario.endInput(of: connections[number].upstream)
    if !rules.forgetsFirst { push(.forget(number), on: thread) }
    if let input { push([.publish(input)], in: connections[number].run, on: thread) }
    if rules.forgetsFirst { push(.forget(number), on: thread) }
  }

  // MARK: Connecting

  /// `Inlets.connect`; a value has no such look.
  private mutating func look(upstream: Int, in run: RunID, on thread: Int) {
    let isThere = hub.hub.roster.subscriberCount > 0
    if scenario.rule != .combinedValue, rules.looksForSubscribers, !isThere { return }
    connections.append(
      Connection(upstream: upstream, run: run, isTooLate: !isThere && scenario.rule != .combinedValue))
    push(.add(connections.count - 1), on: thread)
  }

  private mutating func add(_ number: Int, on thread: Int) {
    guard inSection(of: connections[number].run, { [setting] in $0.add(setting.slots[number], &$1) }) else { return }
    let isForeign = scenario.upstreams[connections[number].upstream].isForeign
    push(.letGo(number), on: thread)
    push(.addHandler(number), on: thread)
    push(.keep(number), on: thread)
    if isForeign { push(.fill(number), on: thread) }
    push(.join(number), on: thread)
  }

  private mutating func join(_ number: Int, on thread: Int) {
    let upstream = connections[number].upstream
    if connections[number].isTooLate { fail(.p2, "upstream \(upstream) is subscribed to when nobody is there") }
    let source = upstreams[upstream]
    connections[number].isHeld = true
    connections[number].phase = source.isFinished && source.latest == nil ? .ended : .live
    if let latest = source.latest {
      accept(.update(latest), for: number)
      if source.isFinished { accept(.end, for: number) }
      connections[number].isDelivering = true
      push(.take(number), on: thread)
    }
    if !scenario.upstreams[upstream].isForeign { push(.fill(number), on: thread) }
  }

  /// `SubscriptionSlot.fill`.
  private mutating func fill(_ number: Int, on thread: Int) {
    switch connections[number].slot {
    case .empty: connections[number].slot = .filled
    case .filled: break
    case .invalidated: if rules.slotRemembers { push(.invalidate(number), on: thread) }
    }
  }

  private mutating func keep(_ number: Int) {
    _ = inSection(of: connections[number].run) { [setting] in
      $0.keep(setting.tokens[number], for: setting.slots[number], &$1)
    }
  }

  private mutating func addHandler(to number: Int, on thread: Int) {
    switch connections[number].phase {
    case .initial, .live: connections[number].hasHandler = true
    case .ended: tellEnd(of: number, on: thread)
    case .invalidated, nil: break
    }
  }

  // MARK: Ends of upstreams

  private mutating func forget(_ number: Int, on thread: Int) {
    let run = connections[number].run
    if rules.looksForOthersLater {
      _ = inSection(of: run) { [setting] in $0.remove(setting.slots[number], &$1) }
      return push(.lookForOthers(run), on: thread)
    }
    let ending = inSection(of: run) { [setting] in $0.forget(setting.slots[number], &$1) }
    if ending.allEnded != nil { allEnded(in: run, on: thread) }
  }

  private mutating func allEnded(in run: RunID, on thread: Int) {
    checkAllEnded(in: run)
    push([rules.finishesBehindInputs ? .finish : .end(0)], in: run, on: thread)
  }

  // MARK: Giving up

  private mutating func disconnect(_ upstream: Int, on thread: Int) {
    guard let number = connections.lastIndex(where: { $0.upstream == upstream }) else { return }
    connections[number].isDisconnected = true
    push(.remove(number), on: thread)
    push(.closeSlot(number), on: thread)
  }

  /// `SubscriptionSlot.invalidate`.
  private mutating func closeSlot(of number: Int, on thread: Int) {
    if connections[number].slot == .filled { push(.invalidate(number), on: thread) }
    connections[number].slot = .invalidated
  }

  /// The upstream's own part of an invalidation.
  private mutating func invalidate(_ number: Int) {
    guard connections[number].isActive else { return }
    checkGivingUp(of: connections[number])
    connections[number].phase = .invalidated
    connections[number].hasHandler = false
    connections[number].queue = []
  }

  private mutating func remove(_ number: Int, on thread: Int) {
    let removed = inSection(of: connections[number].run) { [setting] in $0.remove(setting.slots[number], &$1) }
    if let removed { release(self.number(of: removed.slot), on: thread) }
  }

  private mutating func close(_ run: RunID, on thread: Int) {
    checkClose(of: run)
    let held = inSection(of: run) { $0.close(&$1) }
    for connection in held.connections.reversed() where connection.token != nil {
      push(.release(number(of: connection.slot)), on: thread)
    }
    guard rules.givesUpThroughSlot else { return }
    for connection in held.connections.reversed() { push(.closeSlot(number(of: connection.slot)), on: thread) }
  }

  /// A token that nobody holds gives its subscription up.
  private mutating func release(_ number: Int, on thread: Int) {
    let isKept = states.values.contains { state in
      state.connections.contains { $0.token != nil && self.number(of: $0.slot) == number }
    }
    if !isKept, !connections[number].isHeld, connections[number].isActive { push(.invalidate(number), on: thread) }
  }

  // MARK: The rule

  mutating func enterRule(with call: SubscriberCall, on thread: Int) {
    guard violation == nil else { return }
    if scenario.rule == .combinedValue {
      record.last = call.update
      push(scenario.reactions[call.update] ?? [], on: thread)
    } else {
      checkInput(call.update)
      record.inputs.append(call.update)
      push(ruleCalls(for: call.update) + (scenario.ruleCalls[call.update] ?? []), on: thread)
    }
  }

  private mutating func ruleCalls(for input: Int) -> [Call] {
    switch scenario.rule {
    case .merge, .combinedValue: input < 90 ? [.upstream(.emit(input, isOneOfSeveral: false))] : []
    case .twice: Array(repeating: .upstream(.emit(input, isOneOfSeveral: true)), count: 2)
    case .latest: followLatest(input)
    }
  }

  private mutating func followLatest(_ input: Int) -> [Call] {
    let upstream = scenario.upstream(of: input)
    guard upstream == 0 || upstream == rule.followed || !rules.refusesStaleInputs else { return [] }
    if input < 10 {
      let followed = rule.followed
      rule.followed = input
      return (followed.map { [.upstream(.disconnect($0))] } ?? []) + [.upstream(.connect(input))]
    }
    guard input >= 90 else { return [.upstream(.emit(input, isOneOfSeveral: false))] }
    if upstream == 0 { rule.isTriggerOver = true } else { rule.followed = nil }
    return rule.isTriggerOver && rule.followed == nil ? [.end(0)] : []
  }

  private mutating func enterEmit(_ update: Int, isOneOfSeveral: Bool, on thread: Int) {
    if isOneOfSeveral { return push(.emit(update), on: thread) }
    emit(update, on: thread)
  }

  private mutating func lookAndEmit(_ update: Int, on thread: Int) {
    let isOpen = hub.phase(of: 0).isActive
    if !isOpen, rules.looksBetweenUpdates { return }
    if hub.history.subscribers[0].isGone { fail(.p2, "\(update) is passed on when the subscriber has left") }
    emit(update, on: thread)
  }

  private mutating func emit(_ update: Int, on thread: Int) {
    checkEmission(of: update)
    record.passedOn.append(update)
    push(scenario.reactions[update] ?? [], on: thread)
  }

  // MARK: What is known of values

  private mutating func modify(_ number: Int, to update: Int, on thread: Int) {
    guard rules.changesInOneStep else {
      return push(.modifyLater(number, to: update, known: hub.hub.value), on: thread)
    }
    modify(number, to: update, knowing: nil, on: thread)
  }

  /// `Hub.modify`.
  private mutating func modify(_ number: Int, to update: Int, knowing read: Int?, on thread: Int) {
    let upstream = connections[number].upstream
    let isOpen = hub.history.isOpen(to: connections[number].run)
    let run = rules.changesOnlyOwnRun ? connections[number].run : hub.hub.runs.wanted
    let (value, publication) = hub.inSection(on: thread) { [rules] _, section in
      var value: Int?
      let publication = section.hub.modify(in: run, &value, on: section.thread) { known in
        known = read ?? known
        rules.modify(&known, upstream: upstream, to: update)
        return true
      }
      return (value, publication)
    }
    guard let value else { return }
    if !isOpen { return fail(.p2, "a change counts though the subscription is over") }
    hub.push(.inside(PublicCall(kind: .write)), on: thread)
    hub.noteAcceptance(on: thread) { history, source, id in
      history.publish(value, in: run, on: id, limit: source.memoryLimit)
    }
    hub.deliver(.update(value), if: publication.delivers, then: .rest, on: thread)
  }
}
