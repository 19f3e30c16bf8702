import TestSupport
import Tidings
import TidingsCore

/// What comes of a scenario that one thread plays.
struct FunnelStory: Equatable {
  var inputs: [Int]
  var passedOn: [Int]
  /// By upstream.
  var isSubscribed: [Bool]
  var hasEnded: Bool
}

/// A scenario, its threads one after the other, played on a real funnel.
///
/// The model and the funnel must tell the same story; where they differ, the model's steps no longer follow the code.
final class FunnelRehearsal: Sendable {
  private let scenario: FunnelScenario
  private let upstreams: [RehearsedUpstream]
  private let slot = SubscriptionSlot()
  private let inputs = History<Int>()
  private let passedOn = History<Int>()
  private let token = Held<Subscription>()
  private let ends = History<Void>()

  static func story(of scenario: FunnelScenario) -> FunnelStory {
    let rehearsal = FunnelRehearsal(scenario)
    rehearsal.perform(scenario.setup + scenario.threads.flatMap(\.self))
    defer { rehearsal.token.letGo() }
    return FunnelStory(
      inputs: rehearsal.inputs.events, passedOn: rehearsal.passedOn.events,
      isSubscribed: rehearsal.upstreams.map { $0.hasSubscribers() },
      hasEnded: !rehearsal.ends.events.isEmpty)
  }

  private init(_ scenario: FunnelScenario) {
    self.scenario = scenario
    upstreams = scenario.upstreams.map { RehearsedUpstream($0) }
  }

  private func perform(_ calls: [Call]) {
    for call in calls {
      switch call {
      case .subscribe: subscribe()
      case .upstream(.send(let update, let upstream)): upstreams[upstream].send(update)
      case .upstream(.finish(let upstream)): upstreams[upstream].finish()
      case .upstream(.leave): slot.invalidate()
      default: preconditionFailure("\(call) is not for rehearsals")
      }
    }
  }

  private func subscribe() {
    let subscription = Broadcaster(funnel).attachment(into: slot) { [unowned self] update in
      passedOn.record(update)
      perform(scenario.reactions[update] ?? [])
    }
    subscription.whenEnded(isolation: nil) { [ends] in ends.record(()) }
    token.hold(subscription)
  }

  private struct RuleState: Sendable {
    var followed: (upstream: Int, slot: SubscriptionSlot)?
    var isTriggerOver = false
  }

  private var funnel: Funnel<Int, Int> {
    Funnel(
      from: { [unowned self] inlets in
        for upstream in scenario.connected ?? Array(upstreams.indices) { connect(upstream, to: inlets) }
        if scenario.rule != .latest { inlets.endWithAll() }
      }, remembering: RuleState()
    ) { [unowned self] state, input, outlet, inlets in
      inputs.record(input)
      switch scenario.rule {
      case .merge: if input < 90 { outlet(input) }
      case .twice: outlet(contentsOf: [input, input])
      case .latest: follow(input, &state, outlet, inlets)
      case .combinedValue: preconditionFailure("A value has no funnel")
      }
      if scenario.ruleCalls[input] == [.end(0)] { outlet.end() }
    }
  }

  private func follow(_ input: Int, _ state: inout RuleState, _ outlet: Outlet<Int>, _ inlets: Inlets<Int>) {
    let upstream = scenario.upstream(of: input)
    guard upstream == 0 || upstream == state.followed?.upstream else { return }
    if input < 10 {
      if let followed = state.followed { inlets.disconnect(followed.slot) }
      state.followed = (input, connect(input, to: inlets))
    } else if input < 90 {
      outlet(input)
    } else {
      if upstream == 0 { state.isTriggerOver = true } else { state.followed = nil }
      if state.isTriggerOver, state.followed == nil { outlet.end() }
    }
  }

  @discardableResult
  private func connect(_ upstream: Int, to inlets: Inlets<Int>) -> SubscriptionSlot {
    upstreams[upstream].connect(inlets, scenario.endInput(of: upstream))
  }
}

/// A real source, as the scenario wants it.
private struct RehearsedUpstream: Sendable {
  let connect: @Sendable (Inlets<Int>, _ ended: Int?) -> SubscriptionSlot
  let send: @Sendable (Int) -> Void
  let finish: @Sendable () -> Void
  let hasSubscribers: @Sendable () -> Bool

  init(_ upstream: FunnelScenario.Upstream) {
    // Every send of a scenario is an update, also of what stands for a value.
    let source = BroadcastSource<Int>(replaying: upstream.initial == nil || upstream.isForeign ? 0 : 1)
    if let initial = upstream.initial, !upstream.isForeign { source.send(initial) }
    let first = upstream.isForeign ? upstream.initial.map { [$0] } ?? [] : []
    connect = { inlets, ended in
      upstream.isForeign
        ? inlets.connect(ForeignPublisher(source: source, first: first), ended: ended) { $0 }
        : inlets.connect(source, ended: ended) { $0 }
    }
    send = source.send
    finish = source.finish
    hasSubscribers = { source.hasSubscribers }
    if upstream.hasFinished { source.finish() }
  }
}

extension FunnelModel {
  /// What comes of the scenario when its threads take their steps one after the other.
  static func story(of scenario: FunnelScenario) -> FunnelStory {
    var played = scenario
    played.setup = []
    played.threads = [scenario.setup + scenario.threads.flatMap(\.self)]
    var model = FunnelModel(played)
    while model.violation == nil, let thread = model.unfinishedThreads.first { model = model.stepping(thread) }
    return FunnelStory(
      inputs: model.record.inputs, passedOn: model.record.passedOn,
      isSubscribed: model.upstreams.indices.map { upstream in
        model.connections.contains { $0.upstream == upstream && $0.isActive }
      },
      hasEnded: model.hub.history.subscribers[0].hasEnded)
  }
}
