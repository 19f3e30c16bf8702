import Testing
import TidingsCore

/// A way to get a funnel wrong, the contract that it breaks, and a scenario in which it shows.
struct PlantedFunnelFault: Sendable, CustomTestStringConvertible {
  let contract: Contract
  let name: String
  let rules: any FunnelRules
  let scenario: FunnelScenario

  init(_ contract: Contract, _ name: String, _ rules: any FunnelRules, in scenario: FunnelScenario) {
    self.contract = contract
    self.name = name
    self.rules = rules
    self.scenario = scenario
  }

  var testDescription: String { "\(contract): \(name)" }

  static let all = connecting + givingUp + ending + ruling + knowing

  private static let two = [FunnelScenario.Upstream(), FunnelScenario.Upstream()]
  private static let known = [FunnelScenario.Upstream(initial: 1), FunnelScenario.Upstream(initial: 1)]
  private static let leave = Call.upstream(.leave)

  private static func send(_ update: Int, from upstream: Int) -> Call { .upstream(.send(update, from: upstream)) }

  private static func follow(setup: [Call] = [], _ threads: [Call]...) -> FunnelScenario {
    FunnelScenario(
      name: "", rule: .latest, upstreams: two + [.init()], connected: [0], setup: [.subscribe(0)] + setup,
      threads: threads)
  }

  private static func merge(_ threads: [Call]...) -> FunnelScenario {
    FunnelScenario(name: "", upstreams: two, setup: [.subscribe(0)], threads: threads)
  }

  static let connecting = [
    PlantedFunnelFault(
      .p2, "an upstream is connected after all were given up", ConnectsAfterClose(),
      in: follow([send(1, from: 0)], [leave])),
    PlantedFunnelFault(
      .p2, "the next upstream is connected though nobody is there any more", ConnectsForNobody(),
      in: FunnelScenario(
        name: "", upstreams: [.init(initial: 1), .init()], reactions: [1: [leave]], threads: [[.subscribe(0)]])),
    PlantedFunnelFault(
      .p8, "a token is kept without looking whether all were given up", KeepsRegardless(),
      in: follow([send(1, from: 0)], [leave])),
    PlantedFunnelFault(
      .p2, "a token is kept, and its slot has forgotten that it was given up", KeepsForgetfully(),
      in: follow([send(1, from: 0)], [leave])),
  ]

  static let givingUp = [
    PlantedFunnelFault(
      .p2, "all are given up by their tokens, and one is not known yet", GivesUpTokens(),
      in: follow([send(1, from: 0)], [leave])),
    PlantedFunnelFault(
      .p2, "only the first is given up", GivesUpFirst(), in: merge([leave])),
    PlantedFunnelFault(
      .p6, "disconnecting forgets another upstream", ForgetsAnother(),
      in: follow(setup: [send(1, from: 0)], [send(2, from: 0)])),
  ]

  static let ending = [
    PlantedFunnelFault(
      .p10, "the last end is not told", NeverAllEnded(), in: merge([.upstream(.finish(0))], [.upstream(.finish(1))])),
    PlantedFunnelFault(
      .p10, "those that had ended before are waited for", WaitsForEnded(),
      in: FunnelScenario(
        name: "", upstreams: [.init(hasFinished: true), .init(hasFinished: true)], threads: [[.subscribe(0)]])),
    PlantedFunnelFault(
      .p10, "the first end ends all", FirstEndEndsAll(), in: merge([.upstream(.finish(0))], [send(11, from: 1)])),
    PlantedFunnelFault(
      .p10, "forgetting and the look at what is left are two steps", LooksLater(),
      in: merge([.upstream(.finish(0))], [.upstream(.finish(1))])),
    PlantedFunnelFault(
      .p6, "the end overtakes inputs that wait", EndOvertakes(),
      in: FunnelScenario(
        name: "", upstreams: two, helpLimit: 1, setup: [.subscribe(0)],
        threads: [
          [send(1, from: 0), send(2, from: 0), .upstream(.finish(0))], [send(11, from: 1), .upstream(.finish(1))],
        ])),
    PlantedFunnelFault(
      .p6, "all have ended, and an input that connects another waits", EndsLatestWithAll(),
      in: follow(
        setup: [send(1, from: 0)], [send(11, from: 1), .upstream(.finish(1))],
        [send(2, from: 0), .upstream(.finish(0)), send(21, from: 2)])),
    PlantedFunnelFault(
      .p10, "an ended upstream is forgotten before the rule is told", ForgetsFirst(),
      in: FunnelScenario(
        name: "", upstreams: two, tellsEnds: true, setup: [.subscribe(0)],
        threads: [[.upstream(.finish(0))], [.upstream(.finish(1))]])),
  ]

  static let ruling = [
    PlantedFunnelFault(
      .p2, "an input of an upstream that was given up is accepted", AcceptsStale(),
      in: follow(setup: [send(1, from: 0)], [send(2, from: 0)], [send(11, from: 1)])),
    PlantedFunnelFault(
      .p2, "nobody looks between several updates for one input", LooksNever(),
      in: FunnelScenario(
        name: "", rule: .twice, upstreams: two, setup: [.subscribe(0)], threads: [[send(1, from: 0)], [leave]])),
    PlantedFunnelFault(
      .p3, "two upstreams call the rule at once", CallsRegardless(),
      in: FunnelScenario(
        name: "", upstreams: two, reactions: [1: [.spawn([send(11, from: 1)])]], setup: [.subscribe(0)],
        threads: [[send(1, from: 0)]])),
    PlantedFunnelFault(
      .p4, "the newest input goes first", NewestInputFirst(),
      in: merge([send(1, from: 0), send(2, from: 0), send(3, from: 0)], [send(11, from: 1)])),
  ]

  static let knowing = [
    PlantedFunnelFault(
      .p2, "a change counts when the subscription is over", ChangesAnyRun(),
      in: FunnelScenario(
        name: "", rule: .combinedValue, upstreams: known, setup: [.subscribe(0)],
        threads: [[send(2, from: 0)], [leave]])),
    PlantedFunnelFault(
      .v2, "a change is read in one step and written in another", ChangesInTwoSteps(),
      in: FunnelScenario(
        name: "", rule: .combinedValue, upstreams: known, setup: [.subscribe(0)],
        threads: [[send(2, from: 0)], [send(2, from: 1)]])),
    PlantedFunnelFault(
      .v1, "subscribers join before what is known is complete", JoinsBeforeStart(),
      in: FunnelScenario(
        name: "", rule: .combinedValue, upstreams: known,
        threads: [[.subscribe(0), .upstream(.subscribed)], [send(2, from: 0)]])),
  ]
}

private struct ConnectsAfterClose: FunnelRules {
  func add(_ slot: SubscriptionSlot, _ state: inout UpstreamsState) -> Bool {
    let isClosed = state.isClosed
    defer { state.isClosed = isClosed }
    state.isClosed = false
    return state.add(slot)
  }
}

private struct ConnectsForNobody: FunnelRules {
  var looksForSubscribers: Bool { false }
}

private struct KeepsRegardless: FunnelRules {
  func keep(_ token: Subscription, for slot: SubscriptionSlot, _ state: inout UpstreamsState) -> Bool {
    if state.keep(token, for: slot) { return true }
    state.connections.append(UpstreamsState.Connection(slot: slot, token: token))
    return true
  }
}

private struct KeepsForgetfully: FunnelRules {
  var slotRemembers: Bool { false }

  func keep(_ token: Subscription, for slot: SubscriptionSlot, _ state: inout UpstreamsState) -> Bool {
    KeepsRegardless().keep(token, for: slot, &state)
  }
}

private struct GivesUpTokens: FunnelRules {
  var givesUpThroughSlot: Bool { false }

  func keep(_ token: Subscription, for slot: SubscriptionSlot, _ state: inout UpstreamsState) -> Bool {
    KeepsRegardless().keep(token, for: slot, &state)
  }
}

private struct GivesUpFirst: FunnelRules {
  func close(_ state: inout UpstreamsState) -> UpstreamsState {
    var held = state.close()
    state.connections = Array(held.connections.dropFirst())
    held.connections.removeLast(state.connections.count)
    return held
  }
}

private struct ForgetsAnother: FunnelRules {
  func remove(_ slot: SubscriptionSlot, _ state: inout UpstreamsState) -> UpstreamsState.Connection? {
    state.connections.isEmpty ? nil : state.connections.removeFirst()
  }
}

private struct NeverAllEnded: FunnelRules {
  func forget(_ slot: SubscriptionSlot, _ state: inout UpstreamsState) -> UpstreamsState.Ending {
    UpstreamsState.Ending(connection: state.remove(slot))
  }
}

private struct WaitsForEnded: FunnelRules {
  func whenAllEnded(_ action: @escaping @Sendable () -> Void, _ state: inout UpstreamsState) -> Bool {
    state.allEnded = action
    return false
  }
}

private struct FirstEndEndsAll: FunnelRules {
  func forget(_ slot: SubscriptionSlot, _ state: inout UpstreamsState) -> UpstreamsState.Ending {
    var ending = state.forget(slot)
    ending.allEnded = state.allEnded
    return ending
  }
}

private struct LooksLater: FunnelRules {
  var looksForOthersLater: Bool { true }
}

private struct EndOvertakes: FunnelRules {
  var finishesBehindInputs: Bool { false }
}

private struct EndsLatestWithAll: FunnelRules {
  var endsLatestWithAll: Bool { true }
}

private struct ForgetsFirst: FunnelRules {
  var forgetsFirst: Bool { true }
}

private struct AcceptsStale: FunnelRules {
  var refusesStaleInputs: Bool { false }
}

private struct LooksNever: FunnelRules {
  var looksBetweenUpdates: Bool { false }
}

private struct CallsRegardless: FunnelRules {
  struct Delivers: HubRules {
    func publish(_ update: Int, in run: RunID, _ section: inout Section) -> State.Publication {
      section.hub.isDelivering = false
      return section.hub.publish(update, in: run, on: section.thread)
    }
  }

  var hub: any HubRules { Delivers() }
}

private struct NewestInputFirst: FunnelRules {
  struct TakesLast: HubRules {
    func take(on thread: ThreadID, helped: inout Int, _ section: inout Section) -> State.OneTurn {
      section.hub.backlog = FIFO(section.hub.backlog.elements.reversed())
      return section.hub.take(on: thread, helped: &helped)
    }
  }

  var hub: any HubRules { TakesLast() }
}

private struct ChangesAnyRun: FunnelRules {
  var changesOnlyOwnRun: Bool { false }
}

private struct ChangesInTwoSteps: FunnelRules {
  var changesInOneStep: Bool { false }
}

private struct JoinsBeforeStart: FunnelRules {
  struct Joins: HubRules {
    var joinsAfterStart: Bool? { false }
  }

  var hub: any HubRules { Joins() }
}
