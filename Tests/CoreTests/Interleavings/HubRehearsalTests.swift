import Testing

@Suite("The model of the wiring does what the hub does")
struct HubRehearsalTests {
  @Test(arguments: Scenario.rehearsals)
  func story(_ scenario: Scenario) {
    let story = HubRehearsal.story(of: scenario)
    #expect(!story.isEmpty)
    #expect(HubModel.story(of: scenario) == story)
  }
}

extension Scenario {
  static let rehearsals = [
    Scenario(
      name: "publishes inside publishes",
      subscribers: [Subscriber(reactions: [1: [.publish(2), .publish(3)], 2: [.publish(4)]]), Subscriber()],
      threads: [[.subscribe(0), .subscribe(1), .publish(1), .publish(5)]]),
    Scenario(
      name: "subscribe inside a delivery",
      subscribers: [Subscriber(reactions: [1: [.publish(2), .subscribe(2)]]), Subscriber(), Subscriber()],
      threads: [[.subscribe(0), .subscribe(1), .publish(1), .publish(3)]]),
    Scenario(
      name: "invalidate inside a delivery",
      subscribers: [
        Subscriber(reactions: [1: [.invalidate(1)], 2: [.invalidate(0)]]), Subscriber(),
        Subscriber(reactions: [1: [.publish(2)], 2: [.invalidate(2), .publish(3)]]),
      ],
      threads: [[.subscribe(0), .subscribe(1), .subscribe(2), .publish(1), .publish(4)]]),
    Scenario(
      name: "end from inside, and a handler added later",
      subscribers: [Subscriber(reactions: [1: [.end(0)]]), Subscriber()], handlers: 2,
      threads: [
        [
          .subscribe(0), .subscribe(1), .whenEnded(handler: 0, of: 0), .publish(1), .whenEnded(handler: 1, of: 0),
          .publish(2),
        ]
      ]),
    Scenario(
      name: "finish inside a delivery",
      subscribers: [Subscriber(reactions: [1: [.publish(2), .finish, .publish(3), .subscribe(2)]]), .init(), .init()],
      handlers: 2,
      threads: [
        [
          .subscribe(0), .subscribe(1), .whenEnded(handler: 0, of: 0), .whenEnded(handler: 1, of: 1), .publish(1),
          .publish(4),
        ]
      ]),
    Scenario(
      name: "remove all inside a delivery",
      subscribers: [Subscriber(reactions: [1: [.removeAllSubscribers, .publish(2)]]), Subscriber()],
      threads: [[.subscribe(0), .subscribe(1), .publish(1)]]),
    Scenario(
      name: "sets inside an initial delivery",
      source: .value(0),
      subscribers: [Subscriber(), Subscriber(reactions: [0: [.set(1), .replace(1), .add(1)], 1: [.set(3)]])],
      threads: [[.subscribe(0), .subscribe(1), .set(3), .set(4)]]),
    Scenario(
      name: "end inside an initial delivery",
      source: .value(0), subscribers: [Subscriber(), Subscriber(reactions: [0: [.set(1), .end(1)]])],
      threads: [[.subscribe(0), .subscribe(1), .set(2), .invalidate(0)]]),
    Scenario(
      name: "finish inside an initial delivery",
      source: .value(0), subscribers: [Subscriber(), Subscriber(reactions: [0: [.set(1), .finish]]), Subscriber()],
      handlers: 1, threads: [[.subscribe(0), .subscribe(1), .whenEnded(handler: 0, of: 1), .subscribe(2)]]),
    Scenario(
      name: "replaying 2", source: .events(replaying: 2),
      subscribers: [Subscriber(reactions: [2: [.publish(4)]]), Subscriber(), Subscriber()],
      threads: [[.publish(1), .publish(2), .publish(3), .subscribe(0), .subscribe(1), .finish, .subscribe(2)]]),
    Scenario(
      name: "a task that completes while it starts",
      source: .task, subscribers: [Subscriber(), Subscriber()], handlers: 1,
      threads: [[.subscribe(0), .whenEnded(handler: 0, of: 0), .subscribe(1)]],
      start: [.publish(1), .complete(2), .publish(3)]),
    Scenario(
      name: "a task left during start, and joined again while it is cancelled",
      source: .task, subscribers: [Subscriber(reactions: [1: [.end(0)]]), Subscriber()],
      threads: [[.subscribe(0), .invalidate(1)]], start: [.publish(1), .publish(2)], stop: [.subscribe(1)]),
    Scenario(
      name: "a cold value, left and joined again",
      source: .coldValue(0), subscribers: [Subscriber(), Subscriber(), Subscriber()],
      threads: [
        [.subscribe(0), .set(2), .subscribe(1), .invalidate(0), .invalidate(1), .set(3), .subscribe(2)]
      ],
      start: [.set(1), .set(5)]),
    Scenario(
      name: "a shared value, joined if it is up, also inside its start and its stop",
      source: .coldValue(0), subscribers: [Subscriber(), Subscriber(), Subscriber(), Subscriber()],
      threads: [
        [.subscribeIfUp(0), .subscribeIfUp(1), .set(2), .invalidate(0), .invalidate(1), .subscribeIfUp(1)]
      ],
      start: [.subscribeIfUp(2), .set(1)], stop: [.subscribeIfUp(3)]),
    Scenario(
      name: "cold events that finish while they start",
      source: .coldEvents, subscribers: [Subscriber(), Subscriber()],
      threads: [[.subscribe(0), .subscribe(1)]], start: [.publish(1), .finish]),
  ]
}
