import TidingsCore

extension InboxModel {
  /// Performs a step; what comes after it is put on the thread's stack.
  mutating func perform(_ frame: Frame, on thread: Int) {
    switch frame {
    case .publish(let item): publish(item, on: thread)
    case .takeUpstream: takeUpstream(on: thread)
    case .arrive(let item): arrive(item, on: thread)
    case .next(let turns): next(turns: turns, on: thread)
    case .close(let phase): close(as: phase, on: thread)
    case .closeUpstream: isUpstreamOpen = false
    case .call(let update, let holds, let isRunning):
      if !isRunning { call(update, holds: holds, on: thread) }
    case .runEndHandler: runEndHandler(on: thread)
    case .calls, .returnedFromPublish, .returnedFromInvalidate: break
    }
  }

  // MARK: Upstream, in as few steps as its own contracts allow

  private mutating func publish(_ item: Item, on thread: Int) {
    guard !isUpstreamFinished else { return }
    isUpstreamFinished = item == .end
    upstream.append(item)
    if !isUpstreamDelivering {
      isUpstreamDelivering = true
      push(.takeUpstream, on: thread)
    }
  }

  private mutating func takeUpstream(on thread: Int) {
    guard !upstream.isEmpty else {
      isUpstreamDelivering = false
      return
    }
    let item = upstream.removeFirst()
    push(.takeUpstream, on: thread)
    if isUpstreamOpen { push(.arrive(item), on: thread) }
  }

  // MARK: The inbox

  /// `Inbox.arrive`.
  private mutating func arrive(_ item: Item, on thread: Int) {
    noteArrival(of: item, on: thread)
    if case .update(let update) = item, phase.isActive {
      let room = rules.makeRoom(by: scenario.buffering, &inbox)
      if room.isRefused { return noteDrop(of: update) }
      if case .update(let dropped) = room.dropped { noteDrop(of: dropped) }
    }
    switch rules.arrive(item.forInbox, isCurrent: isOnMain(thread), phase: phase, &inbox) {
    case .deliver:
      push(.next(turns: 0), on: thread)
      deliver(item, holds: holdsClosure, on: thread)
    case .startJob:
      jobs += 1
    case .done:
      break
    }
    if case .update = item { checkRoom() }
  }

  /// One turn of `Inbox.run`.
  private mutating func next(turns: Int, on thread: Int) {
    let holds = holdsClosure
    if !phase.isActive { holdsClosure = false }
    guard turns < scenario.jobLimit else {
      if rules.pause(&inbox) { jobs += 1 }
      return
    }
    guard let item = rules.next(&inbox) else { return }
    push(.next(turns: turns + 1), on: thread)
    deliver(Item(item), holds: holds, on: thread)
  }

  private mutating func deliver(_ item: Item, holds: Bool, on thread: Int) {
    switch item {
    case .update(let update): push(.call(update, holds: holds, isRunning: false), on: thread)
    case .end: push(.close(.ended), on: thread)
    }
  }

  private mutating func call(_ update: Int, holds: Bool, on thread: Int) {
    guard holds else { return }
    checkCall(update, on: thread)
    record.calls += 1
    push(.call(update, holds: holds, isRunning: true), on: thread)
    if let call = scenario.reactions[update] { enter(call, on: thread) }
  }

  /// `Inbox.close`: the one end handler of the scenario runs when the inbox closes at the end.
  private mutating func close(as closed: SubscriptionPhase, on thread: Int) {
    guard phase.isActive else {
      if closed == .invalidated { phase = .invalidated }
      return
    }
    phase = closed
    if closed == .invalidated { record.hasBeenInvalidated = true }
    let isCalling = rules.close(&inbox)
    if !isCalling {
      if holdsClosure { checkRelease() }
      holdsClosure = false
    }
    if closed == .ended { push(.runEndHandler, on: thread) }
  }

  private mutating func runEndHandler(on thread: Int) {
    record.endings += 1
    checkEnd(on: thread)
  }
}
