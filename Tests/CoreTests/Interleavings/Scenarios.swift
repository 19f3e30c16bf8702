import TidingsCore

extension Scenario {
  static let all = publishing

  static let publishing = [
    Scenario(
      name: "2 publishers × 2 updates, 2 subscribers",
      subscribers: [Subscriber(), Subscriber()],
      setup: [.subscribe(0), .subscribe(1)],
      threads: [[.publish(1), .publish(2)], [.publish(3), .publish(4)]]),
    Scenario(
      name: "subscribe ∥ publish ∥ publish",
      subscribers: [Subscriber(), Subscriber()],
      setup: [.subscribe(0)],
      threads: [[.subscribe(1)], [.publish(1)], [.publish(2)]]),
    Scenario(
      name: "finish ∥ publish ∥ subscribe",
      subscribers: [Subscriber(), Subscriber()], handlers: 1,
      setup: [.subscribe(0), .whenEnded(handler: 0, of: 0)],
      threads: [[.finish], [.publish(1), .publish(2)], [.subscribe(1)]]),
  ]
}
