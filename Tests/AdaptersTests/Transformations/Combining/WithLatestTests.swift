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

  @Test func `remembers for each subscriber only updates since its subscription`() {
    let source = BroadcastSource<Int>()
    let other = BroadcastSource<Int>()
    let combined = source.withLatest(from: other)
    let early = combined.attach { _, _ in }
    other.send(10)
    let history = History<Int>()
    let late = combined.attach { history.record($0 + $1) }
    source.send(1)
    #expect(history.events.isEmpty)
    other.send(20)
    source.send(1)
    #expect(history.events == [21])
    early.invalidate()
    late.invalidate()
  }

  @Test func `delivers an update that is sent during a delivery after it, and can be cancelled there`() {
    let source = BroadcastSource<Int>()
    let other = PublishedProperty(10)
    let history = History<String>()
    let subscription = source.withLatest(from: other).prefix(2).attach { a, b in
      history.record("begin \(a) \(b)")
      other.value = 20
      source.send(2)
      history.record("end \(a) \(b)")
    }
    source.send(1)
    #expect(history.events == ["begin 1 10", "end 1 10", "begin 2 20", "end 2 20"])
    #expect(!subscription.isActive)
    #expect(!other.hasSubscribers)
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
