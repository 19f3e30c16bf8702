import Foundation
import TestSupport
import Testing
import Tidings

@Suite("A notification name with a payload type")
struct NotificationNameTests {
  private let center = NotificationCenter()
  private let history = History<Int>()

  @Test func `needs no payload if that is Void`() {
    let name = NotificationName<Void>("reload")
    let subscription = center.broadcaster(for: name).attach { [history] in history.record(1) }
    center.post(name)
    center.post(name: name.name, object: nil)
    center.post(name: name.name, object: nil, userInfo: ["reason": "idle"])
    #expect(history.events == [1, 1, 1])
    subscription.invalidate()
  }

  @Test func `skips notifications without a payload if that is optional`() {
    let name = NotificationName<Int?>("optional")
    let subscription = center.broadcaster(for: name).attach { [history] in history.record($0 ?? 0) }
    center.post(name: name.name, object: nil)
    center.post(name, nil)
    center.post(name, 1)
    #expect(history.events == [0, 1])
    subscription.invalidate()
  }

  @Test func `skips notifications of its name without a matching payload`() {
    let subscription = center.broadcaster(for: .count).attach { [history] in history.record($0) }
    center.post(name: NotificationName.count.name, object: nil)
    center.post(name: NotificationName.count.name, object: nil, userInfo: ["payload": "one"])
    center.post(name: NotificationName.count.name, object: nil, userInfo: ["other": 1])
    #expect(history.events.isEmpty)
    subscription.invalidate()
  }

  @Test func `reads and writes userInfo under its key, which works with untyped code`() {
    let name = NotificationName<Int>("bytes", key: "n")
    let untyped = center.broadcaster(for: name.name) { $0.userInfo?["n"] as? Int }.attach { [history] in
      history.record($0)
    }
    let typed = center.broadcaster(for: name).attach { [history] in history.record(-$0) }
    center.post(name, 1)
    center.post(name: name.name, object: nil, userInfo: ["n": 2])
    // Foundation does not guarantee the order of several observers.
    #expect(history.events.map(abs) == [1, 1, 2, 2])
    #expect(Set(history.events) == [1, -1, 2, -2])
    withExtendedLifetime([untyped, typed]) {}
  }

  @Test func `carries any Sendable value through Foundation unchanged`() {
    struct Point: Equatable, Sendable {
      let x: Int
      let name: String?
    }
    let name = NotificationName<Point>("point")
    let points = History<Point>()
    let subscription = center.broadcaster(for: name).attach { points.record($0) }
    center.post(name, Point(x: 1, name: nil))
    #expect(points.events == [Point(x: 1, name: nil)])
    subscription.invalidate()
  }

  @Test func `has no payload for a notification with another name`() {
    let notification = Notification(name: Notification.Name("other"), object: nil, userInfo: ["payload": 1])
    #expect(NotificationName<Int>.count.payload(of: notification) == nil)
  }
}

extension NotificationName where Payload == Int {
  fileprivate static var count: Self { Self("count") }
}
