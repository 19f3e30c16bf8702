import TidingsCore

extension FunnelScenario {
  static let all = merging + leaving + following + values

  private static let two = [Upstream(), Upstream()]
  private static let leave = Call.upstream(.leave)

  private static func source(_ number: Int, _ updates: Int..., finishes: Bool = false) -> [Call] {
    updates.map { .upstream(.send($0, from: number)) } + (finishes ? [.upstream(.finish(number))] : [])
  }

  static let merging = [
    FunnelScenario(
      name: "funnel: 2 upstreams × 2 updates and their ends", upstreams: two, setup: [.subscribe(0)],
      threads: [source(0, 1, 2, finishes: true), source(1, 11, 12, finishes: true)]),
    FunnelScenario(
      name: "funnel: 3 upstreams with an update and an end", upstreams: two + [Upstream()], setup: [.subscribe(0)],
      threads: [source(0, 1, finishes: true), source(1, 11, finishes: true), source(2, 21, finishes: true)]),
    FunnelScenario(
      name: "funnel: subscribe ∥ 2 upstreams and their ends", upstreams: two,
      threads: [[.subscribe(0)], source(0, 1, finishes: true), source(1, 11, finishes: true)]),
    FunnelScenario(
      name: "funnel: subscribe to current values ∥ changes and ends",
      upstreams: [Upstream(initial: 1), Upstream(initial: 11)],
      threads: [[.subscribe(0)], source(0, 2, finishes: true), source(1, 12, finishes: true)]),
    FunnelScenario(
      name: "funnel: upstreams that have ended before",
      upstreams: [Upstream(initial: 1, hasFinished: true), Upstream(hasFinished: true)],
      threads: [[.subscribe(0)]]),
    FunnelScenario(
      name: "funnel: upstreams from elsewhere ∥ changes and ends",
      upstreams: [Upstream(initial: 1, isForeign: true), Upstream(isForeign: true)],
      threads: [[.subscribe(0)], source(0, 2, finishes: true), source(1, 12, finishes: true)]),
    FunnelScenario(
      name: "funnel: 2 upstreams, bound on help 1", upstreams: two, helpLimit: 1, setup: [.subscribe(0)],
      threads: [source(0, 1, 2, finishes: true), source(1, 11, 12, finishes: true)]),
    FunnelScenario(
      name: "funnel: 2 upstreams, bound on help 1 ∥ leave", upstreams: two, helpLimit: 1, setup: [.subscribe(0)],
      threads: [source(0, 1, 2), source(1, 11), [leave]]),
    FunnelScenario(
      name: "funnel: a rule that is told of the ends ∥ leave", upstreams: two, tellsEnds: true, setup: [.subscribe(0)],
      threads: [source(0, 1, finishes: true), source(1, finishes: true), [leave]]),
    FunnelScenario(
      name: "funnel: a subscriber that sends through the other upstream", upstreams: two,
      reactions: [1: source(1, 11, 12, finishes: true)], setup: [.subscribe(0)],
      threads: [source(0, 1, 2, finishes: true)]),
  ]

  static let leaving = [
    FunnelScenario(
      name: "funnel: leave ∥ 2 upstreams and their ends", upstreams: two, setup: [.subscribe(0)],
      threads: [[leave], source(0, 1, finishes: true), source(1, 11, finishes: true)]),
    FunnelScenario(
      name: "funnel: leave ∥ subscribe ∥ an upstream", upstreams: [Upstream(initial: 1), Upstream()],
      threads: [[.subscribe(0)], [leave], source(1, 11, finishes: true)]),
    FunnelScenario(
      name: "funnel: leave inside a delivery ∥ 2 upstreams", upstreams: two, reactions: [1: [leave], 12: [leave]],
      setup: [.subscribe(0)], threads: [source(0, 1, 2, finishes: true), source(1, 11, 12, finishes: true)]),
    FunnelScenario(
      name: "funnel: leave inside start, between two connects ∥ an upstream",
      upstreams: [Upstream(initial: 1), Upstream(initial: 11)], reactions: [1: [leave]],
      threads: [[.subscribe(0)], source(0, 2), source(1, 12, finishes: true)]),
    FunnelScenario(
      name: "funnel: leave inside start, of an upstream from elsewhere ∥ it goes on",
      upstreams: [Upstream(initial: 1, isForeign: true), Upstream()], reactions: [1: [leave]],
      threads: [[.subscribe(0)], source(0, 2, 3, finishes: true), source(1, 11)]),
    FunnelScenario(
      name: "funnel: the rule ends the subscription ∥ the other upstream", upstreams: two, ruleCalls: [1: [.end(0)]],
      setup: [.subscribe(0)], threads: [source(0, 1, 2), source(1, 11, finishes: true)]),
    FunnelScenario(
      name: "funnel: the rule ends the subscription inside start ∥ leave",
      upstreams: [Upstream(initial: 1), Upstream()], ruleCalls: [1: [.end(0)]],
      threads: [[.subscribe(0)], [leave], source(1, 11)]),
    FunnelScenario(
      name: "funnel: two updates for an input ∥ leave", rule: .twice, upstreams: two, setup: [.subscribe(0)],
      threads: [source(0, 1), source(1, 11), [leave]]),
    FunnelScenario(
      name: "funnel: two updates for an input, leave at the first ∥ the other", rule: .twice, upstreams: two,
      reactions: [1: [leave]], setup: [.subscribe(0)], threads: [source(0, 1, 2), source(1, 11, finishes: true)]),
  ]

  static let following = [
    FunnelScenario(
      name: "follow: trigger, end ∥ first, and the second has ended before", rule: .latest,
      upstreams: two + [Upstream(initial: 21, hasFinished: true)], connected: [0],
      setup: [.subscribe(0)] + source(0, 1),
      threads: [source(0, 2, finishes: true), source(1, 11, 12, finishes: true)]),
    FunnelScenario(
      name: "follow: current values ∥ changes", rule: .latest,
      upstreams: [Upstream(initial: 1), Upstream(initial: 11), Upstream(initial: 21)], connected: [0],
      threads: [[.subscribe(0)], source(0, 2), source(1, 12)]),
    FunnelScenario(
      name: "follow: trigger ∥ leave ∥ first from elsewhere", rule: .latest,
      upstreams: [Upstream(), Upstream(initial: 11, isForeign: true), Upstream()], connected: [0],
      setup: [.subscribe(0)], threads: [source(0, 1), source(1, 12), [leave]]),
    FunnelScenario(
      name: "follow: trigger inside the delivery of the first ∥ trigger", rule: .latest,
      upstreams: two + [Upstream(initial: 21)], connected: [0], reactions: [11: source(0, 2)],
      setup: [.subscribe(0)] + source(0, 1), threads: [source(1, 11, 12, finishes: true), source(2, 22)]),
    FunnelScenario(
      name: "follow: leave inside the delivery of the first ∥ trigger, end", rule: .latest,
      upstreams: [Upstream(), Upstream(initial: 11), Upstream(initial: 21)], connected: [0], reactions: [11: [leave]],
      setup: [.subscribe(0)], threads: [source(0, 1, 2, finishes: true), source(1, 12, finishes: true)]),
  ]

  private static let known = [Upstream(initial: 1), Upstream(initial: 1)]
  private static let join = [Call.subscribe(0), .upstream(.subscribed)]

  static let values = [
    FunnelScenario(
      name: "combined value: change ∥ change ∥ join", rule: .combinedValue, upstreams: known,
      threads: [source(0, 2, 3), source(1, 2), join]),
    FunnelScenario(
      name: "combined value: change ∥ change ∥ leave", rule: .combinedValue, upstreams: known, setup: join,
      threads: [source(0, 2, 3), source(1, 2), [leave]]),
    FunnelScenario(
      name: "combined value: change ∥ join ∥ leave", rule: .combinedValue, upstreams: known,
      threads: [source(0, 2), join, [leave]]),
    FunnelScenario(
      name: "combined value: change and end ∥ end ∥ join", rule: .combinedValue, upstreams: known,
      threads: [source(0, 2, finishes: true), source(1, finishes: true), join]),
    FunnelScenario(
      name: "combined value: of values from elsewhere, change ∥ change ∥ join", rule: .combinedValue,
      upstreams: [Upstream(initial: 1, isForeign: true), Upstream(initial: 1, isForeign: true)],
      threads: [source(0, 2), source(1, 2), join]),
    FunnelScenario(
      name: "combined value: change inside the first delivery ∥ change", rule: .combinedValue, upstreams: known,
      reactions: [11: source(0, 2), 22: [leave]], threads: [join, source(1, 2)]),
  ]
}
