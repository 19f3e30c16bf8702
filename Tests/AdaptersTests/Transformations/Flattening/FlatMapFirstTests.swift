import TestSupport
import Testing
import Tidings

@Suite("FlatMapFirst")
struct FlatMapFirstTests {
  @Test
  func `drops updates while what it follows has not ended`() {
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

  @Test
  func `ends when the outer and the inner publishers have ended`() {
    let outer = BroadcastSource<Void>()
    let inner = BroadcastSource<Int>()
    let subscription = outer.flatMapFirst { inner }.attach { _ in }
    outer.send()
    outer.finish()
    #expect(subscription.isActive)
    inner.finish()
    #expect(!subscription.isActive)
  }

  @Test
  func `starts one task for several calls`() {
    let taps = BroadcastSource<Void>()
    let runs = History<TaskRun<Never, Int, Never>>()
    let history = History<TaskUpdate<Never, Int, Never>>()
    let subscription = taps.flatMapFirst {
      PublishedTask<Never, Int, Never>(start: { run in
        runs.record(run)
        return Subscription {}
      })
    }.attach { history.record($0) }
    taps.send()
    taps.send()
    #expect(runs.events.count == 1)
    runs.events[0].succeed(1)
    taps.send()
    #expect(runs.events.count == 2)
    #expect(history.events == [.completed(.success(1))])
    subscription.invalidate()
    runs.removeAll()
  }
}
