import TestSupport
import Testing
import Tidings

@Suite("Zip")
struct ZipTests {
  @Test func `pairs updates by index, and keeps those that are ahead`() {
    let first = BroadcastSource<Int>()
    let second = BroadcastSource<String>()
    let history = History<String>()
    let subscription = first.zip(second).attach { history.record("\($0)\($1)") }
    first.send(1)
    first.send(2)
    second.send("a")
    second.send("b")
    second.send("c")
    first.send(3)
    #expect(history.events == ["1a", "2b", "3c"])
    subscription.invalidate()
    #expect(!first.hasSubscribers)
    #expect(!second.hasSubscribers)
  }

  @Test func `ends when one has ended and all its updates are paired, and cancels the other`() {
    let first = BroadcastSource<Int>()
    let second = BroadcastSource<String>()
    let history = History<String>()
    let subscription = first.zip(second).attach { history.record("\($0)\($1)") }
    subscription.whenEnded { history.record("end") }
    first.send(1)
    first.send(2)
    first.finish()
    second.send("a")
    #expect(history.events == ["1a"])
    second.send("b")
    #expect(history.events == ["1a", "2b", "end"])
    #expect(!second.hasSubscribers)
    #expect(!Broadcaster<Int>.empty.zip(second).attach { _, _ in }.isActive)
    #expect(!second.hasSubscribers)
    #expect(!second.zip(Broadcaster<Int>.empty).attach { _, _ in }.isActive)
  }

  @Test func `of values pairs the current ones, and then their changes`() {
    let first = PublishedProperty(1)
    let second = PublishedProperty("a")
    let history = History<String>()
    let subscription = first.publishedValue.zip(second.publishedValue).attach { history.record("\($0)\($1)") }
    first.value = 2
    first.value = 3
    second.value = "b"
    #expect(history.events == ["1a", "2b"])
    subscription.invalidate()
  }

  @Test func `zips three and four publishers of different types`() {
    let history = History<String>()
    let three = Broadcaster.just(1, 2).zip(Broadcaster.just("a", "b"), Broadcaster.just(true, false, true))
      .attach { history.record("\($0) \($1) \($2)") }
    let four = Broadcaster.just(1).zip(Broadcaster.just("a"), Broadcaster.just(true), Broadcaster.just(Int?.none))
      .attach { history.record("\($0) \($1) \($2) \($3 as Any)") }
    #expect(history.events == ["1 a true", "2 b false", "1 a true nil"])
    #expect([three, four].allSatisfy { !$0.isActive })
  }

  @Test func `zips a collection, and ends immediately if it is empty`() {
    let sources = (0..<3).map { _ in BroadcastSource<Int>() }
    let history = History<[Int]>()
    let subscription = sources.zipped().attach { history.record($0) }
    for update in 0..<2 {
      for source in sources { source.send(update) }
    }
    #expect(history.events == [[0, 0, 0], [1, 1, 1]])
    subscription.invalidate()
    #expect(![Broadcaster<Int>]().zipped().attach { _ in }.isActive)
  }

  @Test func `pairs for each subscriber only updates since its subscription`() {
    let first = BroadcastSource<Int>()
    let second = BroadcastSource<Int>()
    let zipped = first.zip(second)
    let early = zipped.attach { _, _ in }
    first.send(1)
    let history = History<Int>()
    let late = zipped.attach { a, b in history.record(a + b) }
    first.send(2)
    second.send(10)
    #expect(history.events == [12])
    early.invalidate()
    late.invalidate()
  }

  @Test func `pairs updates that are sent during a delivery after it, and can be cancelled there`() {
    let first = BroadcastSource<Int>()
    let second = BroadcastSource<Int>()
    let history = History<String>()
    let subscription = first.zip(second).prefix(2).attach { a, b in
      history.record("begin \(a) \(b)")
      first.send(2)
      second.send(2)
      history.record("end \(a) \(b)")
    }
    first.send(1)
    second.send(1)
    #expect(history.events == ["begin 1 1", "end 1 1", "begin 2 2", "end 2 2"])
    #expect(!subscription.isActive)
    #expect(!first.hasSubscribers)
  }

  @Test func `pairs by index with several threads`() async {
    let sources = (0..<3).map { _ in BroadcastSource<Int>() }
    let history = History<[Int]>()
    let subscription = sources[0].zip(sources[1], sources[2]).attach { a, b, c in history.record([a, b, c]) }
    await onThreads(3) { index in
      for update in 0..<2_000 { sources[index].send(update) }
    }
    await onThreads { _ in history.waitForCount(2_000) }
    #expect(history.events == (0..<2_000).map { [$0, $0, $0] })
    subscription.invalidate()
  }

  @Test func `transforms pairs and triples`() {
    let sources = (0..<3).map { _ in BroadcastSource<Int>() }
    let history = History<String>()
    let subscriptions = [
      sources[0].zip(sources[1]) { $0 * $1 }.attach { history.record("\($0)") },
      sources[0].zip(sources[1], sources[2]) { "\($0)\($1)\($2)" }.attach { history.record($0) },
    ]
    for number in 0..<3 { sources[number].send(number + 2) }
    #expect(history.events == ["6", "234"])
    for subscription in subscriptions { subscription.invalidate() }
    #expect(sources.allSatisfy { !$0.hasSubscribers })
  }
}
