import Foundation
import TestSupport
import Testing
import Tidings

@Suite("Posting updates as notifications")
struct ForwardToNotificationsTests {
  private let source = BroadcastSource<Int>()
  private let history = History<Int>()

  @Test func `posts each update under a typed name`() {
    let center = NotificationCenter()
    let observer = center.addObserver(forName: NotificationName.count.name, object: nil, queue: nil) { [history] in
      history.record($0.userInfo?["payload"] as? Int ?? -1)
    }
    let subscription = source.forward(to: center, as: .count)
    source.send(1)
    source.send(2)
    #expect(history.events == [1, 2])
    subscription.invalidate()
    source.send(3)
    #expect(history.events == [1, 2])
    center.removeObserver(observer)
  }

  @Test func `posts notifications under any name, without content or with the content from a closure`() {
    let center = NotificationCenter()
    let name = Notification.Name("number")
    let observer = center.addObserver(forName: name, object: nil, queue: nil) { [history] in
      history.record($0.userInfo?["n"] as? Int ?? -1)
    }
    let bare = source.forward(to: center, as: name)
    source.send(1)
    bare.invalidate()
    let described = source.forward(to: center, as: name) { ["n": $0] }
    source.send(2)
    #expect(history.events == [-1, 2])
    described.invalidate()
    center.removeObserver(observer)
  }

  @Test func `posts on behalf of an object`() {
    let center = NotificationCenter()
    let object = Poster()
    let subscriptions = SubscriptionBag()
    subscriptions.insert(center.broadcaster(for: .count, object: object).attach { [history] in history.record($0) })
    subscriptions.insert(source.forward(to: center, as: .count, object: object))
    source.send(1)
    #expect(history.events == [1])
    subscriptions.removeAll()
  }

  @Test func `ends with the first update after the release of the center or the object`() {
    let toCenter: Subscription
    do { toCenter = source.forward(to: NotificationCenter(), as: .count) }
    let kept = NotificationCenter()
    let ofObject: Subscription
    do { ofObject = source.forward(to: kept, as: .count, object: Poster()) }
    #expect(toCenter.isActive)
    #expect(ofObject.isActive)
    source.send(1)
    #expect(!toCenter.isActive)
    #expect(!ofObject.isActive)
    withExtendedLifetime(kept) {}
  }

  @Test func `ends with its publisher`() {
    let center = NotificationCenter()
    let subscription = source.forward(to: center, as: .count)
    source.finish()
    #expect(!subscription.isActive)
    withExtendedLifetime(center) {}
  }
}

extension NotificationName where Payload == Int {
  fileprivate static var count: Self { Self("count") }
}

private final class Poster: Sendable {}
