import TestSupport
import Testing
import Tidings

@Suite("Share")
struct ShareTests {
  @Test func `runs the preceding operators once for all subscribers`() {
    let source = BroadcastSource<Int>()
    let calls = History<Int>()
    let shared = source.map { update in
      calls.record(update)
      return update * 2
    }.share()
    let histories = [History<Int>(), History<Int>()]
    let subscriptions = histories.map { history in shared.attach { history.record($0) } }
    source.send(1)
    #expect(calls.events == [1])
    #expect(histories.map(\.events) == [[2], [2]])
    withExtendedLifetime(subscriptions) {}
  }

  /// The first subscriber leaves during the start, so the other publishers are not subscribed to.
  @Test func `starts again after its first subscriber has left during the start`() {
    let source = BroadcastSource<Int>()
    let publishers: [Broadcaster<Int>] = [
      source.prepend(0), Broadcaster.just(0).merge(with: source), (0...).prefix(9).broadcaster(),
      Broadcaster { start in
        for number in 0..<9 where start.hasSubscribers { start.send(number) }
        start.finish()
        return .ended
      },
    ]
    for publisher in publishers {
      let shared = publisher.share()
      let (first, second) = (History<Int>(), History<Int>())
      _ = shared.prefix(1).attach { first.record($0) }
      let subscription = shared.attach { second.record($0) }
      source.send(1)
      #expect(first.events == [0])
      #expect(second.events.starts(with: [0, 1]))
      withExtendedLifetime(subscription) {}
    }
  }

  @Test func `delivers immediate updates only to the first subscriber`() {
    let shared = Broadcaster.just(1, 2).share()
    let history = History<Int>()
    #expect(!shared.attach { history.record($0) }.isActive)
    #expect(history.events == [1, 2])
    #expect(!shared.attach { history.record($0) }.isActive)
    #expect(history.events == [1, 2])
  }

  @Test func `delivers a merge in one order to all subscribers`() async {
    let sources = (0..<2).map { _ in BroadcastSource<Int>() }
    let merged = sources.merged()
    let shared = merged.share()
    let together = (0..<3).map { _ in History<Int>() }
    let apart = (0..<3).map { _ in History<Int>() }
    let subscriptions =
      together.map { history in shared.attach { history.record($0) } }
      + apart.map { history in merged.attach { history.record($0) } }
    await onThreads(2) { index in
      for update in 0..<2_000 { sources[index].send(update * 2 + index) }
    }
    await onThreads { _ in for history in together + apart { history.waitForCount(4_000) } }
    #expect(together.allSatisfy { $0.events == together[0].events })
    for history in together + apart {
      for index in 0..<2 {
        #expect(history.events.filter { $0 % 2 == index } == (0..<2_000).map { $0 * 2 + index })
      }
    }
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `of a value is a value, and runs the preceding operators once for all subscribers`() {
    let property = PublishedProperty(1)
    let calls = History<Int>()
    let shared: PublishedValue<Int> = property.publishedValue.map { value in
      calls.record(value)
      return value * 2
    }.share()
    let histories = [History<Int>(), History<Int>()]
    let subscriptions = histories.map { history in shared.attach { history.record($0) } }
    property.value = 2
    #expect(calls.events == [1, 2])
    #expect(histories.map(\.events) == [[2, 4], [2, 4]])
    #expect(shared.value == 4)
    subscriptions[0].invalidate()
    subscriptions[1].invalidate()
    #expect(!property.hasSubscribers)
  }

  @Test func `of a value can be read without subscribers and before a new value is delivered`() {
    let property = PublishedProperty(1)
    let shared = property.publishedValue.share()
    #expect(shared.value == 1)
    let history = History<Int>()
    let first = property.attach { if $0 == 2 { history.record(shared.value) } }
    let second = shared.attach { _ in }
    property.value = 2
    #expect(history.events == [2])
    first.invalidate()
    second.invalidate()
    property.value = 3
    #expect(shared.value == 3)
  }

  @Test func `broadcaster() turns a value into a broadcaster`() {
    let property = PublishedProperty(1)
    let broadcaster: Broadcaster<Int> = property.publishedValue.broadcaster()
    let history = History<Int>()
    let subscription = broadcaster.attach { history.record($0) }
    property.value = 2
    #expect(history.events == [1, 2])
    subscription.invalidate()
  }
}
