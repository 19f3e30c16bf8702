import TestSupport
import Testing
import Tidings

@Suite("Collect on a trigger")
struct CollectOnTests {
  private let source = BroadcastSource<Int>()
  private let trigger = BroadcastSource<Void>()
  private let history = History<[Int]>()

  @Test func `delivers empty groups with skipsEmpty false, but none at the end`() {
    let subscription = source.collect(on: trigger, skipsEmpty: false).attach { [history] in history.record($0) }
    trigger.send()
    source.send(1)
    trigger.send()
    source.finish()
    #expect(history.events == [[], [1]])
    #expect(!subscription.isActive)
  }

  @Test func `of a value on a value delivers the current one immediately to each subscriber`() {
    let property = PublishedProperty(1)
    let collected = property.collect(on: PublishedProperty("a"))
    let subscriptions = (0..<2).map { _ in collected.attach { [history] in history.record($0) } }
    #expect(history.events == [[1], [1]])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `groups each update once and in order with several threads`() async {
    let subscription = source.collect(on: trigger).attach { [history] in history.record($0) }
    await onThreads(2) { [source, trigger] index in
      for update in 0..<2_000 {
        if index == 0 { source.send(update) } else { trigger.send() }
      }
    }
    let ended = History<Void>()
    subscription.whenEnded { ended.record(()) }
    source.finish()
    await onThreads { _ in ended.waitForCount(1) }
    #expect(history.events.flatMap(\.self) == Array(0..<2_000))
    #expect(history.events.allSatisfy { !$0.isEmpty })
  }
}
