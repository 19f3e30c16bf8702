import TestSupport
import Testing
import Tidings

@Suite("FlatMapFirst")
struct FlatMapFirstTests {
  @Test func `drops updates while an inner publisher has not ended`() {
    let outer = BroadcastSource<Int>()
    let inner = (0..<3).map { _ in BroadcastSource<String>() }
    let calls = History<Int>()
    let history = History<String>()
    let subscription = outer.flatMapFirst { index in
      calls.record(index)
      return inner[index]
    }.attach { history.record($0) }
    outer.send(0)
    outer.send(1)
    inner[0].send("a")
    inner[0].finish()
    #expect(!inner[1].hasSubscribers)
    outer.send(2)
    inner[2].send("c")
    #expect(history.events == ["a", "c"])
    #expect(calls.events == [0, 2])
    subscription.invalidate()
    #expect(!outer.hasSubscribers && !inner[2].hasSubscribers)
  }
}
