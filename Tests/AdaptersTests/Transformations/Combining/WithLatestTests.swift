import TestSupport
import Testing
import Tidings

@Suite("WithLatest")
struct WithLatestTests {
  @Test
  func `passes on each update with the other's latest, and drops those before it has one`() {
    let source = BroadcastSource<Int>()
    let other = BroadcastSource<String>()
    let history = History<String>()
    let subscription = source.withLatest(from: other).attach { history.record("\($0)\($1)") }
    subscription.whenEnded { history.record("end") }
    source.send(1)
    other.send("a")
    source.send(2)
    other.send("b")
    other.send("c")
    other.finish()
    source.send(3)
    #expect(history.events == ["2a", "3c"])
    source.finish()
    #expect(history.events == ["2a", "3c", "end"])
  }

  @Test
  func `ends with its source and cancels the other, or when the other ends without an update`() {
    let source = BroadcastSource<Int>()
    let other = BroadcastSource<Int>()
    let subscription = source.withLatest(from: other).attach { _, _ in }
    source.finish()
    #expect(!subscription.isActive)
    #expect(!other.hasSubscribers)
    let property = PublishedProperty(1)
    let second = property.withLatest(from: other).attach { _, _ in }
    #expect(property.hasSubscribers)
    other.finish()
    #expect(!second.isActive)
    #expect(!property.hasSubscribers)
    #expect(!property.withLatest(from: Broadcaster<Int>.empty).attach { _, _ in }.isActive)
  }

  @Test
  func `subscribes to the others first, so that the current value of its source finds theirs`() {
    let source = PublishedProperty(1)
    let other = PublishedProperty("a")
    let history = History<String>()
    let combined = source.publishedValue.withLatest(from: other.publishedValue)
    let subscription = combined.attach { history.record("\($0)\($1)") }
    other.value = "b"
    source.value = 2
    #expect(history.events == ["1a", "2b"])
    subscription.invalidate()
    #expect(!source.hasSubscribers)
    #expect(!other.hasSubscribers)
  }

  @Test
  func `takes two and three others of different types`() {
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

  @Test
  func `takes a collection, of which all must have updated, and which may be empty`() {
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

  @Test
  func `remembers for each subscriber what has come since it subscribed`() {
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

  @Test
  func `delivers an update sent inside its closure after it has returned, and can be ended from inside`() {
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

  @Test
  func `passes on every update once, in order, with values that are never older than before`() async {
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

  @Test
  func `transforms each update with the latest of one and of two others`() {
    let source = BroadcastSource<Int>()
    let history = History<String>()
    let subscriptions = [
      source.withLatest(from: Broadcaster.just("a")) { "\($0)\($1)" }.attach { history.record($0) },
      source.withLatest(from: Broadcaster.just("a"), Broadcaster.just(true)) { "\($0)\($1)\($2)" }
        .attach { history.record($0) },
    ]
    for update in [1, 2] { source.send(update) }
    #expect(history.events == ["1a", "1atrue", "2a", "2atrue"])
    for subscription in subscriptions { subscription.invalidate() }
    #expect(!source.hasSubscribers)
  }
}
