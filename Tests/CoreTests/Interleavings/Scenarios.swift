import TidingsCore

extension Scenario {
  static let all = events + reentrant + values + bounds + ends + tasks + cold + shared + larger

  private static func subscribers(_ count: Int) -> [Subscriber] {
    Array(repeating: Subscriber(), count: count)
  }

  static let events = [
    Scenario(
      name: "2 publishers × 2 updates, 2 subscribers",
      subscribers: subscribers(2), setup: [.subscribe(0), .subscribe(1)],
      threads: [[.publish(1), .publish(2)], [.publish(3), .publish(4)]]),
    Scenario(
      name: "3 publishers × 2 updates, 2 subscribers",
      subscribers: subscribers(2), setup: [.subscribe(0), .subscribe(1)],
      threads: [[.publish(1), .publish(2)], [.publish(3), .publish(4)], [.publish(5), .publish(6)]]),
    Scenario(
      name: "subscribe ∥ publish ∥ publish",
      subscribers: subscribers(2), setup: [.subscribe(0)],
      threads: [[.subscribe(1)], [.publish(1), .publish(2)], [.publish(3)]]),
    Scenario(
      name: "subscribe, invalidate ∥ publish ∥ publish",
      subscribers: subscribers(2), setup: [.subscribe(0)],
      threads: [[.subscribe(1), .invalidate(1)], [.publish(1), .publish(2)], [.publish(3)]]),
    Scenario(
      name: "invalidate ∥ publish ∥ subscribe",
      subscribers: subscribers(3), setup: [.subscribe(0), .subscribe(1)],
      threads: [[.invalidate(0)], [.publish(1), .publish(2)], [.subscribe(2)]]),
    Scenario(
      name: "invalidate ∥ invalidate ∥ publish ∥ publish",
      subscribers: subscribers(2), setup: [.subscribe(0), .subscribe(1)],
      threads: [[.invalidate(0), .publish(1)], [.invalidate(0), .invalidate(1)], [.publish(2)], [.publish(3)]]),
    Scenario(
      name: "remove all ∥ publish ∥ subscribe",
      subscribers: subscribers(3), setup: [.subscribe(0), .subscribe(1)],
      threads: [[.removeAllSubscribers, .publish(3)], [.publish(1), .publish(2)], [.subscribe(2)]]),
    Scenario(
      name: "finish ∥ publish ∥ subscribe",
      subscribers: subscribers(2), handlers: 1, setup: [.subscribe(0), .whenEnded(handler: 0, of: 0)],
      threads: [[.finish], [.publish(1), .publish(2)], [.subscribe(1)]]),
    Scenario(
      name: "replaying 2: subscribe ∥ send ∥ send",
      source: .events(replaying: 2), subscribers: subscribers(2), setup: [.publish(1), .publish(2), .subscribe(0)],
      threads: [[.subscribe(1), .invalidate(1)], [.publish(3), .publish(4)], [.publish(5)]]),
    Scenario(
      name: "replaying 2: subscribe ∥ send ∥ finish",
      source: .events(replaying: 2), subscribers: subscribers(2), handlers: 1,
      setup: [.publish(1), .publish(2), .subscribe(0)],
      threads: [[.subscribe(1), .whenEnded(handler: 0, of: 1)], [.publish(3), .publish(4)], [.finish]]),
  ]

  static let reentrant = [
    Scenario(
      name: "publish inside a delivery ∥ publish",
      subscribers: [Subscriber(reactions: [1: [.publish(2), .publish(3)]]), Subscriber()],
      setup: [.subscribe(0), .subscribe(1)], threads: [[.publish(1)], [.publish(4), .publish(5)]]),
    Scenario(
      name: "subscribe inside a delivery ∥ publish",
      subscribers: [Subscriber(reactions: [1: [.subscribe(2)]]), Subscriber(), Subscriber()],
      setup: [.subscribe(0), .subscribe(1)], threads: [[.publish(1), .publish(2)], [.publish(3)]]),
    Scenario(
      name: "invalidate inside a delivery, oneself and others ∥ publish",
      subscribers: [
        Subscriber(reactions: [1: [.invalidate(1)]]), Subscriber(),
        Subscriber(reactions: [1: [.invalidate(2), .publish(2)], 3: [.invalidate(0)]]),
      ],
      setup: [.subscribe(0), .subscribe(1), .subscribe(2)], threads: [[.publish(1)], [.publish(3)]]),
    Scenario(
      name: "end from inside ∥ publish ∥ invalidate",
      subscribers: [Subscriber(reactions: [1: [.end(0)], 2: [.end(0)]]), Subscriber()], handlers: 1,
      setup: [.subscribe(0), .whenEnded(handler: 0, of: 0), .subscribe(1)],
      threads: [[.publish(1)], [.publish(2)], [.invalidate(0)]]),
    Scenario(
      name: "finish inside a delivery ∥ publish",
      subscribers: [Subscriber(reactions: [1: [.publish(2), .finish, .publish(3)]]), Subscriber()], handlers: 2,
      setup: [.subscribe(0), .whenEnded(handler: 0, of: 0), .subscribe(1), .whenEnded(handler: 1, of: 1)],
      threads: [[.publish(1)], [.publish(4)]]),
  ]

  static let values = [
    Scenario(
      name: "initial value ∥ set ∥ set",
      source: .value(0), subscribers: subscribers(2), setup: [.subscribe(0)],
      threads: [[.subscribe(1)], [.set(1), .replace(2)], [.set(3)]]),
    Scenario(
      name: "initial value, invalidate ∥ set ∥ set",
      source: .value(0), subscribers: subscribers(2), setup: [.subscribe(0)],
      threads: [[.subscribe(1), .invalidate(1)], [.set(1)], [.set(2)]]),
    Scenario(
      name: "2 initial values ∥ set, set back",
      source: .value(0), subscribers: subscribers(2), threads: [[.subscribe(0)], [.subscribe(1)], [.set(1), .set(0)]]),
    Scenario(
      name: "set(B) ∥ set(B) ∥ set(A)",
      source: .value(0), setup: [.subscribe(0)], threads: [[.replace(1)], [.replace(1)], [.set(0)], [.set(1)]]),
    Scenario(
      name: "mutate ∥ mutate ∥ mutate",
      source: .value(0), setup: [.subscribe(0)], threads: [[.add(1)], [.add(10)], [.add(100)]]),
    Scenario(
      name: "mutate twice ∥ mutate ∥ initial value",
      source: .value(0), subscribers: subscribers(2), setup: [.subscribe(0)],
      threads: [[.add(1), .add(2)], [.add(10)], [.subscribe(1)]]),
    Scenario(
      name: "set inside an initial delivery ∥ set",
      source: .value(0), subscribers: [Subscriber(), Subscriber(reactions: [0: [.set(1), .set(2)]])],
      setup: [.subscribe(0)], threads: [[.subscribe(1)], [.set(3)]]),
    Scenario(
      name: "end inside an initial delivery ∥ set ∥ remove all",
      source: .value(0), subscribers: [Subscriber(), Subscriber(reactions: [0: [.end(1)], 1: [.end(1)]])],
      setup: [.subscribe(0)], threads: [[.subscribe(1)], [.set(1)], [.removeAllSubscribers]]),
    Scenario(
      name: "initial value ∥ set ∥ finish",
      source: .value(0), subscribers: subscribers(2), handlers: 2,
      setup: [.subscribe(0), .whenEnded(handler: 0, of: 0)],
      threads: [[.subscribe(1), .whenEnded(handler: 1, of: 1)], [.set(1), .set(2)], [.finish]]),
  ]

  static let bounds = [
    Scenario(
      name: "bound on help 1: 2 publishers × 3 updates",
      helpLimit: 1, setup: [.subscribe(0)],
      threads: [[.publish(1), .publish(2), .publish(3)], [.publish(4), .publish(5), .publish(6)]]),
    Scenario(
      name: "bound on help 1: 3 publishers, one re-entrant",
      helpLimit: 1, subscribers: [Subscriber(reactions: [1: [.publish(2)], 3: [.publish(4)]]), Subscriber()],
      setup: [.subscribe(0), .subscribe(1)], threads: [[.publish(1)], [.publish(3)], [.publish(5), .publish(6)]]),
    Scenario(
      name: "bound on help 1: finish ∥ publish ∥ publish ∥ invalidate",
      helpLimit: 1, subscribers: subscribers(2), handlers: 1,
      setup: [.subscribe(0), .whenEnded(handler: 0, of: 0), .subscribe(1)],
      threads: [[.publish(1)], [.publish(2), .finish], [.publish(3)], [.invalidate(1)]]),
    Scenario(
      name: "bound on help 1: own backlog of an initial delivery",
      source: .value(0), helpLimit: 1, subscribers: subscribers(2), setup: [.subscribe(0)],
      threads: [[.subscribe(1)], [.set(1), .set(2), .set(3)]]),
    Scenario(
      name: "bound on help 1: own backlog in the pool, invalidate",
      source: .value(0), helpLimit: 1, subscribers: subscribers(1),
      threads: [[.subscribe(0), .invalidate(0)], [.set(1), .set(2)], [.set(3), .set(4)]]),
    Scenario(
      name: "one publisher never hands over",
      helpLimit: 1, subscribers: [Subscriber(reactions: [1: [.publish(2), .publish(3), .publish(4)]])],
      setup: [.subscribe(0)], threads: [[.publish(1), .publish(5)]]),
  ]

  static let ends = [
    Scenario(
      name: "late end handler ∥ end ∥ invalidate",
      handlers: 2, setup: [.subscribe(0), .whenEnded(handler: 0, of: 0)],
      threads: [[.whenEnded(handler: 1, of: 0)], [.publish(1), .finish], [.invalidate(0)]]),
    Scenario(
      name: "late end handlers ∥ end",
      handlers: 2, setup: [.subscribe(0)],
      threads: [[.whenEnded(handler: 0, of: 0)], [.whenEnded(handler: 1, of: 0)], [.finish]]),
    Scenario(
      name: "handler after invalidate ∥ end",
      handlers: 1, setup: [.subscribe(0)],
      threads: [[.invalidate(0), .whenEnded(handler: 0, of: 0)], [.publish(1), .finish]]),
    Scenario(
      name: "finish ∥ finish ∥ publish",
      subscribers: subscribers(2), handlers: 2,
      setup: [.subscribe(0), .whenEnded(handler: 0, of: 0), .subscribe(1), .whenEnded(handler: 1, of: 1)],
      threads: [[.finish], [.publish(1), .finish, .publish(2)], [.publish(3)]]),
    Scenario(
      name: "end from inside ∥ finish",
      subscribers: [Subscriber(reactions: [1: [.end(0)]])], handlers: 1,
      setup: [.subscribe(0), .whenEnded(handler: 0, of: 0)], threads: [[.publish(1)], [.finish]]),
  ]

  static let tasks = [
    Scenario(
      name: "task: start ∥ complete ∥ join ∥ leave",
      source: .task, subscribers: subscribers(2), handlers: 1,
      threads: [
        [.subscribe(0), .whenEnded(handler: 0, of: 0), .invalidate(0)], [.subscribe(1)],
      ],
      start: [.spawn([.publish(1), .complete(2)])]),
    Scenario(
      name: "task: start that completes synchronously ∥ join",
      source: .task, subscribers: subscribers(2), handlers: 2,
      threads: [
        [.subscribe(0), .whenEnded(handler: 0, of: 0)], [.subscribe(1), .whenEnded(handler: 1, of: 1)],
      ],
      start: [.publish(1), .complete(2)]),
    Scenario(
      name: "task: leave during start ∥ join",
      source: .task, subscribers: [Subscriber(reactions: [1: [.end(0)]]), Subscriber()],
      threads: [[.subscribe(0)], [.subscribe(1)]], start: [.publish(1), .publish(2)]),
    Scenario(
      name: "task: rejoin during cancel ∥ stale report",
      source: .task, subscribers: subscribers(2), setup: [.subscribe(0)],
      threads: [[.invalidate(0)], [.subscribe(1)], [.publish(9), .complete(10)]], start: [.publish(1)]),
    Scenario(
      name: "task: leave and rejoin from inside the hooks ∥ join, leave",
      source: .task, subscribers: subscribers(3), setup: [.subscribe(0)],
      threads: [[.invalidate(0)], [.subscribe(1), .invalidate(1)]], stop: [.subscribe(2), .invalidate(2)]),
    Scenario(
      name: "task: complete ∥ complete ∥ leave",
      source: .task, subscribers: subscribers(1), setup: [.subscribe(0)],
      threads: [[.complete(1)], [.publish(2), .complete(3)], [.invalidate(0)]]),
    Scenario(
      name: "task: complete ∥ join ∥ join",
      source: .task, subscribers: subscribers(3), setup: [.subscribe(0), .publish(1)],
      threads: [[.complete(2)], [.subscribe(1)], [.subscribe(2)]]),
  ]

  static let cold = [
    Scenario(
      name: "cold value: join ∥ join ∥ leave",
      source: .coldValue(0), subscribers: subscribers(2),
      threads: [[.subscribe(0), .invalidate(0)], [.subscribe(1)]], start: [.set(1), .spawn([.set(2)])]),
    Scenario(
      name: "cold value: join, leave ∥ join, leave ∥ late set",
      source: .coldValue(0), subscribers: subscribers(3), setup: [.subscribe(2)],
      threads: [[.invalidate(2)], [.subscribe(1), .invalidate(1)], [.set(8)]], start: [.set(1)]),
    Scenario(
      name: "cold events: start that sends and finishes ∥ join",
      source: .coldEvents, subscribers: subscribers(2),
      threads: [[.subscribe(0)], [.subscribe(1)]], start: [.publish(1), .spawn([.publish(2), .finish])]),
    Scenario(
      name: "cold events: leave ∥ join ∥ send",
      source: .coldEvents, subscribers: subscribers(2), setup: [.subscribe(0)],
      threads: [[.invalidate(0)], [.subscribe(1)], [.publish(1), .publish(2)]]),
  ]

  static let larger = [
    Scenario(
      name: "3 publishers × 2 updates, 3 subscribers, bound on help 2",
      helpLimit: 2, subscribers: subscribers(3), setup: [.subscribe(0), .subscribe(1), .subscribe(2)],
      threads: [[.publish(1), .publish(2)], [.publish(3), .publish(4)], [.publish(5), .publish(6)]]),
    Scenario(
      name: "subscribe, leave ∥ subscribe, leave ∥ publish ∥ finish",
      subscribers: subscribers(3), handlers: 2, setup: [.subscribe(0), .whenEnded(handler: 0, of: 0)],
      threads: [
        [.subscribe(1), .whenEnded(handler: 1, of: 1), .invalidate(1)], [.subscribe(2), .invalidate(2)],
        [.publish(1), .publish(2)], [.finish],
      ]),
    Scenario(
      name: "2 initial values, one sets ∥ set ∥ finish, bound on help 1",
      source: .value(0), helpLimit: 1, subscribers: [Subscriber(reactions: [0: [.set(5)]]), Subscriber()],
      handlers: 1, threads: [[.subscribe(0), .whenEnded(handler: 0, of: 0)], [.subscribe(1)], [.set(1), .finish]]),
    Scenario(
      name: "initial value ∥ remove all ∥ set ∥ set, bound on help 1",
      source: .value(0), helpLimit: 1, subscribers: subscribers(2), setup: [.subscribe(0)],
      threads: [[.subscribe(1)], [.removeAllSubscribers], [.set(1), .replace(2)], [.set(3)]]),
    Scenario(
      name: "initial value ∥ set, mutate ∥ replace ∥ leave",
      source: .value(0), subscribers: subscribers(2), setup: [.subscribe(0)],
      threads: [[.subscribe(1)], [.set(1), .add(5)], [.replace(1)], [.invalidate(0)]]),
    Scenario(
      name: "task: 3 who join and leave ∥ its work",
      source: .task, subscribers: subscribers(3),
      threads: [[.subscribe(0), .invalidate(0)], [.subscribe(1), .invalidate(1)], [.subscribe(2)]],
      start: [.spawn([.publish(1)])]),
    Scenario(
      name: "task: join ∥ join ∥ work with a bound on help 1",
      source: .task, helpLimit: 1, subscribers: subscribers(2), handlers: 1,
      threads: [[.subscribe(0), .whenEnded(handler: 0, of: 0)], [.subscribe(1)]],
      start: [.spawn([.publish(1), .publish(2), .complete(3)]), .publish(4)]),
    Scenario(
      name: "cold value: join, leave ∥ join ∥ set ∥ finish",
      source: .coldValue(0), subscribers: subscribers(2), handlers: 1,
      threads: [[.subscribe(0), .invalidate(0)], [.subscribe(1), .whenEnded(handler: 0, of: 1)]],
      start: [.set(1), .spawn([.replace(2), .finish])]),
    Scenario(
      name: "cold events: leave inside start ∥ join, leave ∥ late finish",
      source: .coldEvents, subscribers: [Subscriber(reactions: [1: [.end(0)]]), Subscriber()],
      threads: [[.subscribe(0)], [.subscribe(1), .invalidate(1)], [.finish]], start: [.publish(1)], stop: [.publish(7)]),
  ]

  static let shared = [
    Scenario(
      name: "shared value: join if up ∥ join if up, leave ∥ set",
      source: .coldValue(0), subscribers: subscribers(2),
      threads: [[.subscribeIfUp(0)], [.subscribeIfUp(1), .invalidate(1)]], start: [.set(1), .spawn([.set(2)])]),
    Scenario(
      name: "shared value: leave ∥ join if up, leave ∥ join if up",
      source: .coldValue(0), subscribers: subscribers(3), setup: [.subscribeIfUp(0)],
      threads: [[.invalidate(0)], [.subscribeIfUp(1), .invalidate(1)], [.subscribeIfUp(2)]], start: [.set(1)]),
    Scenario(
      name: "shared value: join if up ∥ join if up ∥ end",
      source: .coldValue(0), subscribers: subscribers(2), handlers: 1,
      threads: [[.subscribeIfUp(0), .whenEnded(handler: 0, of: 0)], [.subscribeIfUp(1)]],
      start: [.set(1), .spawn([.set(2), .finish])]),
    Scenario(
      name: "shared value: join if up inside start and inside stop ∥ join if up",
      source: .coldValue(0), subscribers: subscribers(4), setup: [],
      threads: [[.subscribeIfUp(0), .invalidate(0)], [.subscribeIfUp(1)]], start: [.subscribeIfUp(2), .set(1)],
      stop: [.subscribeIfUp(3)]),
  ]
}
