import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("A broadcast source")
struct BroadcastSourceTests {
  @Test func `of an ended run has no subscribers, and does not remove those of the next run`() {
    let sources = History<BroadcastSource<Int>>()
    let numbers = Broadcaster<Int> { source in
      sources.record(source)
      return Subscription {}
    }
    numbers.attach { _ in }.invalidate()
    let subscription = numbers.attach { _ in }
    #expect(sources.events.map(\.hasSubscribers) == [false, true])
    sources.events[0].removeAllSubscribers()
    #expect(subscription.isActive)
    sources.events[1].removeAllSubscribers()
    #expect(!subscription.isActive)
    sources.removeAll()
  }

  @Test func `releases end handlers of removed subscribers outside the lock, so their deinit can use it`() {
    let source = BroadcastSource<Int>()
    let history = History<Bool>()
    let subscription = source.attach { _ in }
    subscription.whenEnded(isolation: nil) { [witness = Witness { history.record(source.hasSubscribers) }] in
      withExtendedLifetime(witness) {}
    }
    source.removeAllSubscribers()
    #expect(history.events == [false])
    withExtendedLifetime(subscription) {}
  }

  @Test func `removes all subscribers without calling their end handlers`() {
    let source = BroadcastSource<Int>()
    let history = History<String>()
    let subscriptions = (1...3).map { number in
      source.subscribe {
        history.record("\(number): \($0)")
      } ended: {
        history.record("end")
      }
    }
    source.removeAllSubscribers()
    source.send(1)
    #expect(history.events.isEmpty)
    #expect(subscriptions.allSatisfy { !$0.isActive })
    let late = source.subscribe { history.record("late: \($0)") }
    source.send(2)
    #expect(history.events == ["late: 2"])
    late.invalidate()
  }

  @Test func `removes all subscribers in the middle of a delivery`() {
    let source = BroadcastSource<Int>()
    let history = History<String>()
    let first = source.subscribe { _ in
      history.record("first")
      source.removeAllSubscribers()
    }
    let second = source.subscribe { _ in history.record("second") }
    source.send(1)
    #expect(history.events == ["first"])
    #expect(!first.isActive)
    #expect(!second.isActive)
  }

  @Test(arguments: 0...4)
  func `that replays delivers the latest updates to a new subscriber, oldest first`(count: Int) {
    let source = BroadcastSource<Int>(replaying: count)
    for update in [1, 2, 2] { source.send(update) }
    let history = History<Int>()
    let subscription = source.subscribe { history.record($0) }
    source.send(3)
    #expect(history.events == [1, 2, 2].suffix(count) + [3])
    subscription.invalidate()
  }

  @Test func `that replays keeps the order when a subscriber sends an update while it receives a replayed one`() {
    let source = BroadcastSource<Int>(replaying: 2)
    source.send(1)
    source.send(2)
    let history = History<Int>()
    let subscription = source.subscribe { update in
      history.record(update)
      if update == 1 { source.send(3) }
    }
    #expect(history.events == [1, 2, 3])
    subscription.invalidate()
  }

  @Test func `cannot replay a negative number of updates`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = BroadcastSource<Int>(replaying: -1)
    }
    #expect(result.message.contains("takes a count of zero or more, not -1"))
  }
}
