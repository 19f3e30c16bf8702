import TestSupport
import Testing
import Tidings

@Suite("Merge")
struct MergeTests {
  @Test func `delivers the current values of its sources to each subscriber`() {
    let first = PublishedProperty(1)
    let second = PublishedProperty(2)
    let merged = first.merge(with: second, Broadcaster.just(3))
    let histories = [History<Int>(), History<Int>()]
    let subscriptions = histories.map { history in merged.attach { history.record($0) } }
    #expect(histories.map(\.events) == [[1, 2, 3], [1, 2, 3]])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `delivers an update that a subscriber sends through another source after its closure has returned`() {
    let first = BroadcastSource<Int>()
    let second = BroadcastSource<Int>()
    let history = History<String>()
    let subscription = first.merge(with: second).attach { update in
      history.record("begin \(update)")
      if update == 1 { second.send(2) }
      history.record("end \(update)")
    }
    first.send(1)
    #expect(history.events == ["begin 1", "end 1", "begin 2", "end 2"])
    subscription.invalidate()
  }

  @Test func `of an empty collection ends immediately`() {
    #expect(![Broadcaster<Int>]().merged().attach { _ in }.isActive)
  }

  @Test func `keeps the order of each source with several threads`() async {
    let sources = (0..<3).map { _ in BroadcastSource<Int>() }
    let history = History<Int>()
    let subscription = sources.merged().attach { history.record($0) }
    await onThreads(3) { index in
      for update in 0..<2_000 { sources[index].send(index * 2_000 + update) }
    }
    await onThreads { _ in history.waitForCount(6_000) }
    for index in 0..<3 {
      #expect(history.events.filter { $0 / 2_000 == index } == Array(index * 2_000..<(index + 1) * 2_000))
    }
    subscription.invalidate()
  }
}
