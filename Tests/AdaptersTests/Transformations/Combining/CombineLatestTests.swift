import TestSupport
import Testing
import Tidings

@Suite("CombineLatest")
struct CombineLatestTests {
  @Test func `combines the latest updates after both have sent one, and ends when both have ended`() {
    let first = BroadcastSource<Int>()
    let second = BroadcastSource<String>()
    let history = History<String>()
    let subscription = first.combineLatest(second).attach { number, text in history.record("\(number)\(text)") }
    subscription.whenEnded { history.record("end") }
    first.send(1)
    first.send(2)
    second.send("a")
    first.send(3)
    first.finish()
    second.send("b")
    #expect(history.events == ["2a", "3a", "3b"])
    second.finish()
    #expect(history.events == ["2a", "3a", "3b", "end"])
  }

  @Test func `ends if one ends without an update, and cancels the others`() {
    let first = BroadcastSource<Int>()
    let second = BroadcastSource<Int>()
    let pair = first.combineLatest(second).attach { _, _ in }
    let all = [first, second].combinedLatest().attach { _ in }
    first.send(1)
    second.finish()
    #expect(!pair.isActive)
    #expect(!all.isActive)
    #expect(!first.hasSubscribers)
    #expect(!Broadcaster<Int>.empty.combineLatest(first).attach { _, _ in }.isActive)
    #expect(!first.hasSubscribers)
  }

  @Test func `combines three and four publishers of different types`() {
    let first = BroadcastSource<Int>()
    let second = PublishedProperty("a")
    let third = Broadcaster.just(true)
    let history = History<String>()
    let three = first.combineLatest(second, third).attach { a, b, c in history.record("\(a) \(b) \(c)") }
    let four = first.combineLatest(second, third, Broadcaster.just(Int?.none)).attach { a, b, c, d in
      history.record("\(a) \(b) \(c) \(d as Any)")
    }
    first.send(1)
    second.value = "b"
    #expect(history.events == ["1 a true", "1 a true nil", "1 b true", "1 b true nil"])
    three.invalidate()
    four.invalidate()
    #expect(!first.hasSubscribers)
    #expect(!second.hasSubscribers)
  }

  @Test func `transforms combinations of two and of three`() {
    let first = PublishedProperty(1)
    let second = BroadcastSource<Int>()
    let history = History<Int>()
    let two = first.combineLatest(second) { $0 + $1 }.attach { history.record($0) }
    let three = first.combineLatest(second, Broadcaster.just(100)) { $0 + $1 + $2 }.attach { history.record($0) }
    second.send(10)
    #expect(history.events == [11, 111])
    two.invalidate()
    three.invalidate()
  }

  @Test func `combines a collection, and ends immediately if it is empty`() {
    let sources = (0..<3).map { _ in BroadcastSource<Int>() }
    let history = History<[Int]>()
    let subscription = sources.combinedLatest().attach { history.record($0) }
    for (index, source) in sources.enumerated() { source.send(index) }
    sources[1].send(9)
    #expect(history.events == [[0, 1, 2], [0, 9, 2]])
    subscription.invalidate()
    #expect(![Broadcaster<Int>]().combinedLatest().attach { _ in }.isActive)
  }

  @Test func `combines for each subscriber only updates since its subscription`() {
    let first = BroadcastSource<Int>()
    let second = BroadcastSource<Int>()
    let combined = first.combineLatest(second)
    let early = combined.attach { _, _ in }
    first.send(1)
    let history = History<Int>()
    let late = combined.attach { a, b in history.record(a + b) }
    second.send(10)
    #expect(history.events.isEmpty)
    first.send(2)
    #expect(history.events == [12])
    early.invalidate()
    late.invalidate()
  }

  @Test func `combines an update that a subscriber sends through another source after its closure has returned`() {
    let first = BroadcastSource<Int>()
    let second = BroadcastSource<Int>()
    let history = History<String>()
    let subscription = first.combineLatest(second).attach { a, b in
      history.record("begin \(a) \(b)")
      if a == 1, b == 1 { second.send(2) }
      history.record("end \(a) \(b)")
    }
    first.send(1)
    second.send(1)
    #expect(history.events == ["begin 1 1", "end 1 1", "begin 1 2", "end 1 2"])
    subscription.invalidate()
  }

  @Test func `keeps the order of each source with several threads`() async {
    let sources = (0..<3).map { _ in BroadcastSource<Int>() }
    let history = History<[Int]>()
    let subscription = sources[0].combineLatest(sources[1], sources[2]).attach { a, b, c in history.record([a, b, c]) }
    for source in sources { source.send(0) }
    await onThreads(3) { index in
      for update in 1...2_000 { sources[index].send(update) }
    }
    await onThreads { _ in history.waitForCount(6_001) }
    for index in 0..<3 {
      let seen = history.events.map { $0[index] }
      #expect(seen == seen.sorted())
    }
    #expect(history.events.last == [2_000, 2_000, 2_000])
    subscription.invalidate()
  }
}
