import TidingsCore

extension PlantedFault {
  private static let handled: [Call] = [.subscribe(0), .whenEnded(handler: 0, of: 0)]

  static let ends = [
    PlantedFault(
      .p8, "an update is accepted after the end", AcceptsAfterEnd(),
      in: Scenario([.finish, .set(1), .subscribe(0)], source: .value(0), setup: [])),
    PlantedFault(
      .p8, "a subscriber joins after the end", JoinsAfterEnd(), in: Scenario([.finish, .subscribe(0)], setup: [])),
    PlantedFault(
      .p10, "the end overtakes what waits", EndOvertakes(), in: Scenario([.publish(1)], [.publish(2), .finish])),
    PlantedFault(
      .p10, "giving up runs the end handlers", InvalidationRunsHandlers(),
      in: Scenario([.invalidate(0)], handlers: 1, setup: handled)),
    PlantedFault(
      .p10, "the end is told after an invalidation", EndAfterInvalidation(), in: Scenario([.invalidate(0)], [.finish])),
    PlantedFault(
      .p10, "the end is told twice", EndsTwice(),
      in: Scenario(
        [.publish(1)], [.finish], subscribers: [.init(), .init(reactions: [1: [.end(0)]]), .init()],
        setup: [.subscribe(0), .subscribe(1), .subscribe(2)])),
    PlantedFault(
      .p10, "the end is not deferred during the initial delivery", EndNotDeferred(),
      in: Scenario([.subscribe(0)], [.finish], source: .value(0), setup: [])),
    PlantedFault(
      .p10, "a late handler is placed in two steps", TornHandler(),
      in: Scenario([.whenEnded(handler: 0, of: 0)], [.finish], handlers: 1)),
    PlantedFault(
      .p10, "a late handler is ignored", LateHandlerIgnored(),
      in: Scenario([.finish, .whenEnded(handler: 0, of: 0)], handlers: 1)),
    PlantedFault(
      .p10, "a handler runs that was added after giving up", TooLateHandlerRuns(),
      in: Scenario([.invalidate(0), .whenEnded(handler: 0, of: 0)], handlers: 1)),
    PlantedFault(
      .p10, "the end comes before the result", EndBeforeResult(),
      in: Scenario([.publish(1)], [.complete(2)], source: .task)),
    PlantedFault(
      .p10, "the pool drops the end", PoolDropsEnd(),
      in: Scenario([.publish(1)], [.publish(2), .finish], handlers: 1, helpLimit: 1, setup: handled)),
  ]
}

private struct AcceptsAfterEnd: HubRules {
  func set(_ value: Int, in run: RunID, _ section: inout Section) -> State.Publication {
    let isFinished = section.hub.isFinished
    defer { section.hub.isFinished = isFinished }
    section.hub.isFinished = false
    return section.hub.set(value, in: run, unless: isSame, on: section.thread)
  }
}

private struct JoinsAfterEnd: HubRules {
  func join(isReserved: Bool, _ section: inout Section) -> State.Joining {
    section.hub.isFinished = false
    return section.hub.join(.unused, isReserved: isReserved, on: section.thread)
  }
}

private struct EndOvertakes: HubRules {
  func finish(in run: RunID, _ section: inout Section) -> State.Finish {
    let finish = section.hub.finish(in: run, on: section.thread)
    let backlog = section.hub.backlog.elements
    section.hub.backlog = FIFO(backlog.suffix(1) + backlog.dropLast())
    return finish
  }
}

private struct InvalidationRunsHandlers: HubRules {
  var invalidationRunsHandlers: Bool { true }
}

private struct EndAfterInvalidation: HubRules {
  func claim(_ id: SubscriptionID, for entry: State.Entry, _ section: inout Section) -> State.Claim {
    if section.hub.roster.phase(of: id) == .invalidated, entry.item.isEnd { section.hub.roster.enter(.live, for: id) }
    return section.hub.claim(id, for: entry)
  }
}

private struct EndsTwice: HubRules {
  func claim(_ id: SubscriptionID, for entry: State.Entry, _ section: inout Section) -> State.Claim {
    if section.hub.roster.phase(of: id) == .ended, entry.item.isEnd { section.hub.roster.enter(.live, for: id) }
    return section.hub.claim(id, for: entry)
  }
}

private struct EndNotDeferred: HubRules {
  func claim(_ id: SubscriptionID, for entry: State.Entry, _ section: inout Section) -> State.Claim {
    if section.hub.roster.phase(of: id) == .initial, entry.item.isEnd { section.hub.roster.enter(.live, for: id) }
    return section.hub.claim(id, for: entry)
  }
}

private struct TornHandler: HubRules {
  func addEndHandler(
    _ handler: Int, to id: SubscriptionID, isGivenUp: Bool, _ section: inout Section
  ) -> EndHandlerPlacement {
    guard section.hub.roster.phase(of: id).isActive else {
      return section.hub.roster.addEndHandler(section.handlers[handler], to: id, unless: isGivenUp)
    }
    section.torn = .keepHandler(handler, id: id)
    return .kept
  }

  func perform(_ step: TornStep, _ section: inout Section) {
    guard case .keepHandler(let handler, let id) = step else { return }
    section.hub.roster.guarded.endHandlers[id, default: []].append(section.handlers[handler])
  }
}

private struct LateHandlerIgnored: HubRules {
  func addEndHandler(
    _ handler: Int, to id: SubscriptionID, isGivenUp: Bool, _ section: inout Section
  ) -> EndHandlerPlacement {
    let placement = section.hub.roster.addEndHandler(section.handlers[handler], to: id, unless: isGivenUp)
    return if case .run = placement { .dropped } else { placement }
  }
}

private struct TooLateHandlerRuns: HubRules {
  func addEndHandler(
    _ handler: Int, to id: SubscriptionID, isGivenUp: Bool, _ section: inout Section
  ) -> EndHandlerPlacement {
    let placement = section.hub.roster.addEndHandler(section.handlers[handler], to: id, unless: isGivenUp)
    return if case .dropped = placement { .run } else { placement }
  }
}

private struct EndBeforeResult: HubRules {
  func complete(with result: Int, in run: RunID, _ section: inout Section) -> State.Finish {
    let finish = section.hub.complete(with: result, in: run, on: section.thread)
    let backlog = section.hub.backlog.elements
    section.hub.backlog = FIFO(backlog.dropLast(2) + backlog.suffix(2).reversed())
    return finish
  }
}

private struct PoolDropsEnd: HubRules {
  func take(on thread: ThreadID, helped: inout Int, _ section: inout Section) -> State.OneTurn {
    if thread == .pool, section.hub.backlog.first?.item.isEnd == true { _ = section.hub.backlog.popFirst() }
    return section.hub.take(on: thread, helped: &helped)
  }
}
