import TestSupport
import Testing
import Tidings

@Suite("HandleEvents")
struct HandleEventsTests {
  private func watched(_ publisher: some Publisher<Int>, _ history: History<String>) -> Broadcaster<Int> {
    publisher.handleEvents(
      subscribed: { history.record("subscribed") }, update: { history.record("\($0)") },
      ended: { history.record("ended") }, invalidated: { history.record("invalidated") })
  }

  @Test func `reports the subscription, and each update and the end before they are delivered`() {
    let source = BroadcastSource<Int>()
    let history = History<String>()
    let subscription = watched(source, history).attach { history.record("passed \($0)") }
    subscription.whenEnded { history.record("end") }
    source.send(1)
    source.finish()
    #expect(history.events == ["subscribed", "1", "passed 1", "ended", "end"])
    subscription.invalidate()
    #expect(history.events.last == "end")
  }

  @Test func `reports an invalidation before invalidate returns, and when the token is released`() {
    let source = BroadcastSource<Int>()
    let history = History<String>()
    var subscription: Subscription? = watched(source, history).attach { _ in }
    #expect(history.events == ["subscribed"])
    withExtendedLifetime(subscription) {}
    subscription = nil
    #expect(history.events == ["subscribed", "invalidated"])
    for publisher in [source.broadcaster, .never] {
      let second = watched(publisher, history).attach { _ in }
      for _ in 1...2 { second.invalidate() }
    }
    source.finish()
    #expect(history.events.dropFirst(2) == ["subscribed", "invalidated", "subscribed", "invalidated"])
  }

  @Test func `reports an invalidation by the source of events`() {
    let source = BroadcastSource<Int>()
    let history = History<String>()
    let subscription = watched(source, history).attach { _ in }
    source.removeAllSubscribers()
    #expect(history.events == ["subscribed", "invalidated"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `reports an invalidation during an update after the update`() {
    let source = BroadcastSource<Int>()
    let history = History<String>()
    let own = Held<Subscription>()
    own.hold(
      watched(source, history).attach { update in
        own.current?.invalidate()
        history.record("passed \(update)")
      })
    source.send(1)
    #expect(history.events == ["subscribed", "1", "passed 1", "invalidated"])
    own.letGo()
    #expect(history.events.count == 4)
  }

  @Test func `reports an invalidation by a later operator`() {
    let history = History<String>()
    let property = PublishedProperty(1)
    let subscription = watched(property, history).prefix(1).attach { history.record("passed \($0)") }
    #expect(history.events == ["subscribed", "1", "passed 1", "invalidated"])
    subscription.invalidate()
    #expect(history.events.count == 4)
  }

  @Test func `reports an end during the subscription`() {
    let history = History<String>()
    let subscriptions = [
      watched(Broadcaster.empty, history).attach { _ in },
      watched(PublishedValue(constant: 1), history).attach { _ in },
    ]
    #expect(history.events == ["subscribed", "ended", "subscribed", "1", "ended"])
    withExtendedLifetime(subscriptions) {}
    #expect(history.events.count == 5)
  }

  @Test func `reports an invalidation during the initial delivery`() {
    let history = History<String>()
    let property = PublishedProperty(1)
    // The upstreams of an operator with several inputs are cancelled when the subscriber cancels.
    let subscription = watched(property, history).merge(with: Broadcaster<Int>.never).prefix(1).attach { _ in }
    #expect(history.events == ["subscribed", "1", "invalidated"])
    #expect(!property.hasSubscribers)
    withExtendedLifetime(subscription) {}
  }

  @Test func `reports each subscription separately`() {
    let source = BroadcastSource<Int>()
    let history = History<String>()
    let watched = watched(source, history)
    let first = watched.attach { _ in }
    let second = watched.attach { _ in }
    source.send(1)
    first.invalidate()
    source.finish()
    #expect(history.events == ["subscribed", "subscribed", "1", "1", "invalidated", "ended"])
    withExtendedLifetime(second) {}
  }

  @Test func `works with a custom publisher`() {
    let history = History<String>()
    var subscription: Subscription? = watched(Foreign(), history).attach { _ in }
    #expect(history.events == ["subscribed", "1"])
    withExtendedLifetime(subscription) {}
    subscription = nil
    #expect(history.events == ["subscribed", "1", "invalidated"])
    let short = watched(Foreign(), history).prefix(1).attach { _ in }
    #expect(history.events.suffix(3) == ["subscribed", "1", "invalidated"])
    let late = watched(Foreign(count: 3), history).prefix(2).attach { _ in }
    #expect(history.events.suffix(5) == ["subscribed", "1", "2", "3", "invalidated"])
    withExtendedLifetime([short, late]) {}
  }

  @Test func `distinguishes an end of an earlier operator from a cancellation by a later one`() {
    let source = BroadcastSource<Int>()
    let upper = History<String>()
    let lower = History<String>()
    let subscription = watched(watched(source, upper).prefix(1), lower).prefix(2).attach { _ in }
    source.send(1)
    #expect(upper.events == ["subscribed", "1", "invalidated"])
    #expect(lower.events == ["subscribed", "1", "ended"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `reports an invalidation after the release of the subscribing object`() {
    let source = BroadcastSource<Int>()
    let history = History<String>()
    let target = Held<PublishedProperty<Int>>()
    target.hold(PublishedProperty(0))
    let subscription = target.current.map { watched(source, history).bind(to: $0) }
    target.letGo()
    source.send(1)
    #expect(history.events == ["subscribed", "1", "invalidated"])
    withExtendedLifetime(subscription) {}
  }

  @Test
  @MainActor
  func `reports the events of a subscription on an actor`() {
    let source = BroadcastSource<Int>()
    let history = History<String>()
    let subscription = watched(source, history).subscribe { _ in }
    subscription.invalidate()
    #expect(history.events == ["subscribed", "invalidated"])
    let second = watched(source, history).subscribe { _ in }
    source.finish()
    #expect(history.events.suffix(2) == ["subscribed", "ended"])
    second.invalidate()
    #expect(history.events.count == 4)
    let other = BroadcastSource<Int>()
    let third = watched(other.prefix(1), history).subscribe { _ in }
    other.send(1)
    #expect(history.events.suffix(3) == ["subscribed", "1", "ended"])
    withExtendedLifetime(third) {}
  }

  @Test func `of a value is a value, and reports each change once`() {
    let property = PublishedProperty(1)
    let history = History<String>()
    let value: PublishedValue<Int> = property.publishedValue.handleEvents(update: { history.record("\($0)") })
    #expect(value.value == 1)
    #expect(history.events.isEmpty)
    let subscription = value.attach { _ in }
    for new in [1, 2] { property.value = new }
    #expect(history.events == ["1", "2"])
    subscription.invalidate()
  }

  @Test func `reports exactly one of end and invalidation when they race`() async {
    for _ in 0..<300 {
      let source = BroadcastSource<Int>()
      let ends = History<String>()
      let own = Held(
        source.handleEvents(ended: { ends.record("ended") }, invalidated: { ends.record("invalidated") }).attach { _ in
        })
      await onThreads(3) { index in
        switch index {
        case 0: source.finish()
        case 1: own.current?.invalidate()
        default: source.send(1)
        }
      }
      own.letGo()
      await onThreads { _ in ends.waitForCount(1) }
      #expect(ends.events.count == 1)
    }
  }
}

/// A publisher that delivers updates before it returns its token.
private struct Foreign: Publisher {
  var count = 1

  func attach(_ receive: @escaping @Sendable (Int) -> Void, ended: (@Sendable () -> Void)?) -> Subscription {
    for update in 1...count { receive(update) }
    return Subscription { withExtendedLifetime(receive) {} }
  }
}
