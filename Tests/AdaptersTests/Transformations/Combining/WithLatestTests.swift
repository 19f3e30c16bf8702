import TestSupport
import Testing
import Tidings

@Suite("WithLatest")
struct WithLatestTests {
  @Test func `accepts two and three other publishers of different types`() {
    let source = BroadcastSource<Int>()
    let history = History<String>()
    let two = source.withLatest(from: Broadcaster.just("a"), Broadcaster.just(true))
      .attach { history.record("\($0) \($1) \($2)") }
    let three = source.withLatest(from: Broadcaster.just("a"), Broadcaster.just(true), Broadcaster.just(Int?.none))
      .attach { history.record("\($0) \($1) \($2) \($3 as Any)") }
    source.send(1)
    #expect(history.events == ["1 a true", "1 a true nil"])
    for subscription in [two, three] { subscription.invalidate() }
  }

  @Test func `accepts a collection whose publishers must all have sent an update, or an empty one`() {
    let source = BroadcastSource<Int>()
    let others = (0..<2).map { _ in BroadcastSource<Int>() }
    let history = History<[Int]>()
    let subscription = source.withLatest(from: others).attach { history.record([$0] + $1) }
    others[0].send(10)
    source.send(1)
    others[1].send(20)
    source.send(2)
    #expect(history.events == [[2, 10, 20]])
    subscription.invalidate()
    let alone = source.withLatest(from: [Broadcaster<Int>]()).attach { history.record([$0] + $1) }
    source.send(3)
    #expect(history.events.last == [3])
    alone.invalidate()
  }

  @Test func `delivers every update once and in order, paired with values in order`() async {
    let source = BroadcastSource<Int>()
    let other = PublishedProperty(0)
    let history = History<[Int]>()
    let subscription = source.withLatest(from: other).attach { history.record([$0, $1]) }
    await onThreads(2) { index in
      for update in 1...3_000 {
        if index == 0 { source.send(update) } else { other.value = update }
      }
    }
    await onThreads { _ in history.waitForCount(3_000) }
    #expect(history.events.map { $0[0] } == Array(1...3_000))
    #expect(history.events.map { $0[1] } == history.events.map { $0[1] }.sorted())
    subscription.invalidate()
  }
}
