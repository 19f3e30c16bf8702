import TestSupport
import Testing
import Tidings

@Suite("Concatenate")
struct ConcatenateTests {
  @Test func `prepends updates for each subscriber, and before the current value`() {
    let property = PublishedProperty(1)
    let prepended = property.publishedValue.prepend(9)
    let histories = [History<Int>(), History<Int>()]
    let subscriptions = histories.map { history in prepended.attach { history.record($0) } }
    #expect(histories.map(\.events) == [[9, 1], [9, 1]])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `does not subscribe if its subscriber unsubscribes during a prepended update`() {
    let created = History<Void>()
    let source = Broadcaster<Int>.deferred {
      created.record(())
      return Broadcaster<Int>.never
    }
    let history = History<Int>()
    let subscription = source.prepend(8, 9).prefix(1).attach { history.record($0) }
    #expect(history.events == [8])
    #expect(created.events.isEmpty)
    #expect(!subscription.isActive)
  }

  @Test func `delivers immediately to a subscriber that comes while others are cancelled together`() {
    let history = History<Int>()
    let bag = SubscriptionBag()
    Subscription {
      let subscription = Broadcaster.just(1).append(.just(2)).attach { history.record($0) }
      #expect(history.events == [1, 2])
      subscription.invalidate()
    }.store(in: bag)
    bag.removeAll()
    #expect(history.events == [1, 2])
  }

  @Test func `of many publishers that have ended needs no deep stack`() {
    let history = History<Int>()
    let many = Array(repeating: Broadcaster<Int>.empty, count: 20_000) + [.just(1)]
    let subscription = many.concatenated().attach { history.record($0) }
    #expect(history.events == [1])
    subscription.invalidate()
  }

  @Test func `delivers an update that is sent during a delivery after the closure has returned`() {
    let source = BroadcastSource<Int>()
    let property = PublishedProperty(8)
    let history = History<String>()
    let subscription = source.append(property).attach { update in
      history.record("begin \(update)")
      if update == 1 { source.finish() }
      if update == 8 { property.value = 9 }
      history.record("end \(update)")
    }
    source.send(1)
    #expect(history.events == ["begin 1", "end 1", "begin 8", "end 8", "begin 9", "end 9"])
    subscription.invalidate()
  }

  @Test func `delivers all updates of one publisher before those of the next with several threads`() async {
    let first = BroadcastSource<Int>(replaying: 0)
    let second = BroadcastSource<Int>(replaying: 2_000)
    let history = History<Int>()
    let subscription = first.append(second).attach { history.record($0) }
    await onThreads(2) { index in
      for update in 0..<2_000 { (index == 0 ? first : second).send(index * 2_000 + update) }
      if index == 0 { first.finish() } else { second.finish() }
    }
    await onThreads { _ in history.waitForCount(4_000) }
    #expect(history.events == Array(0..<4_000))
    withExtendedLifetime(subscription) {}
  }
}
