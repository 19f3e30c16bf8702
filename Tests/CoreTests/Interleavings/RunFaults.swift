import TidingsCore

extension PlantedFault {
  private static let rejoining = Scenario(
    [.invalidate(0)], [.subscribe(1)], source: .task, subscribers: [.init(), .init()])

  static let runs = [
    PlantedFault(
      .t1, "the run starts before its subscriber is registered", StartsTooSoon(),
      in: Scenario([.subscribe(0)], source: .task, setup: [])),
    PlantedFault(.t1, "nothing is decided again after a cancel", NoRestart(), in: rejoining),
    PlantedFault(.t1, "start and cancel overlap", HooksOverlap(), in: rejoining),
    PlantedFault(
      .t2, "a task completes twice", CompletesTwice(),
      in: Scenario([.complete(1), .complete(2), .subscribe(1)], source: .task, subscribers: [.init(), .init()])),
    PlantedFault(
      .t4, "nothing is decided again after a start", LostDuringStart(),
      in: Scenario([.subscribe(0), .invalidate(0)], [.removeAllSubscribers], source: .task, setup: [])),
    PlantedFault(
      .t4, "a completed run is cancelled", CancelsCompleted(), in: Scenario([.complete(1)], source: .task)),
    PlantedFault(
      .t4, "progress survives the run", ProgressSurvives(),
      in: Scenario([.publish(1), .invalidate(0), .subscribe(1)], source: .task, subscribers: [.init(), .init()])),
    PlantedFault(
      .t4, "reports of a cancelled run are accepted", NoRunCheck(),
      in: Scenario([.invalidate(0), .subscribe(1)], [.publish(1)], source: .task, subscribers: [.init(), .init()])),
    PlantedFault(
      .t4, "a completion is accepted in two steps", TornCompletion(),
      in: Scenario([.complete(1)], [.invalidate(0)], source: .task)),
    PlantedFault(
      .t5, "the start closure outlives completion", KeepsStart(), in: Scenario([.complete(1)], source: .task)),
  ]
}

private struct StartsTooSoon: HubRules {
  var joinsAfterStart: Bool? { true }
}

private struct NoRestart: HubRules {
  func stopped(_ section: inout Section) -> RunState.Step {
    _ = section.hub.runs.next()
    return .idle
  }
}

private struct HooksOverlap: HubRules {
  func enterHooks(_ section: inout Section) -> RunState.Step {
    section.hub.runs.next()
  }
}

private struct CompletesTwice: HubRules {
  func complete(with result: Int, in run: RunID, _ section: inout Section) -> State.Finish {
    if section.hub.isFinished { _ = section.hub.memory.remember(result) }
    return section.hub.complete(with: result, in: run, on: section.thread)
  }
}

private struct LostDuringStart: HubRules {
  func started(_ token: Subscription, _ section: inout Section) -> RunState.Step {
    _ = section.hub.runs.started(token)
    return .idle
  }
}

private struct CancelsCompleted: HubRules {
  func complete(with result: Int, in run: RunID, _ section: inout Section) -> State.Finish {
    let publication = section.hub.publish(result, in: run, on: section.thread)
    var finish = section.hub.finish(in: run, on: section.thread)
    finish.delivers = publication.delivers
    return finish
  }
}

private struct ProgressSurvives: HubRules {
  func invalidate(_ id: SubscriptionID, _ section: inout Section) -> Departure? {
    let memory = section.hub.memory
    defer { section.hub.memory = memory }
    return section.hub.invalidate(id)
  }
}

private struct NoRunCheck: HubRules {
  func publish(_ update: Int, in run: RunID, _ section: inout Section) -> State.Publication {
    section.hub.publish(update, in: section.hub.runs.wanted, on: section.thread)
  }
}

private struct TornCompletion: HubRules {
  func complete(with result: Int, in run: RunID, _ section: inout Section) -> State.Finish {
    section.torn = .finish(run)
    var answer = section.hub.finish(in: .none, on: section.thread)
    answer.delivers = section.hub.publish(result, in: run, on: section.thread).delivers
    return answer
  }

  func perform(_ step: TornStep, _ section: inout Section) {
    if case .finish(let run) = step { _ = section.hub.finish(in: run, on: section.thread) }
  }
}

private struct KeepsStart: HubRules {
  var letsGoOfStart: Bool { false }
}
