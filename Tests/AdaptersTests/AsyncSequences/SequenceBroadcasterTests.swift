import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("A broadcaster of an asynchronous sequence")
struct SequenceBroadcasterTests {
  @Test func `delivers its elements and ends with the sequence`() async {
    await LiveScope.expectingNoLeaks {
      let history = History<String>()
      let subscription = Script<Never>().broadcaster().recordAll(in: history)
      #expect(await history.untilEnd() == ["1", "2", "3", "end"])
      #expect(!subscription.isActive)
    }
  }

  @Test func `delivers the failure of a throwing sequence as its last update`() async {
    let history = History<String>()
    let broadcaster: Broadcaster<Result<Int, Fault>> = Script([1], failure: Fault(code: 2)).broadcaster()
    let subscription = broadcaster.recordAll(in: history)
    #expect(await history.untilEnd() == ["success(1)", "failure(2)", "end"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `delivers results if the sequence has an untyped failure`() async {
    func broadcast<Source: AsyncSequence<Int, any Error> & Sendable>(
      _ source: Source
    ) -> Broadcaster<Result<Int, any Error>> {
      source.broadcaster()
    }
    let history = History<String>()
    let (stream, continuation) = AsyncThrowingStream<Int, any Error>.makeStream()
    let subscription = broadcast(stream).recordAll(in: history)
    continuation.yield(1)
    continuation.finish()
    #expect(await history.untilEnd() == ["success(1)", "end"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `does nothing before its first subscriber, and creates its iterator during that call`() async {
    let script = Script<Never>([])
    let broadcaster = script.broadcaster()
    #expect(script.log.events == [])
    let subscription = broadcaster.attach { _ in }
    #expect(script.log.events.first == "iterator")
    withExtendedLifetime(subscription) {}
  }

  @Test func `iterates once for all subscribers`() async {
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    let broadcaster = stream.broadcaster()
    let first = History<String>()
    let second = History<String>()
    let subscriptions = [broadcaster.recordAll(in: first), broadcaster.recordAll(in: second)]
    for number in 1...3 { continuation.yield(number) }
    continuation.finish()
    #expect(await first.untilEnd() == ["1", "2", "3", "end"])
    #expect(await second.untilEnd() == ["1", "2", "3", "end"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `requests the next element after the previous one was delivered`() async {
    let log = History<String>()
    let subscription = Script<Never>([1, 2], log: log).broadcaster().recordAll(in: log)
    #expect(await log.untilEnd() == ["iterator", "asked", "1", "asked", "2", "asked", "end"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `cancels the stream when its last subscriber leaves`() async {
    await LiveScope.expectingNoLeaks {
      let history = History<String>()
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      continuation.onTermination = { history.record("\($0)") }
      let broadcaster = stream.broadcaster()
      let first = broadcaster.attach { _ in }
      let second = broadcaster.attach { _ in history.record("delivered") }
      first.invalidate()
      #expect(history.events == [])
      second.invalidate()
      await onThreads { _ in history.wait(for: "cancelled") }
      continuation.yield(1)
      #expect(history.events == ["cancelled"])
      withExtendedLifetime(stream) {}
    }
  }

  @Test func `cancels the stream when its last subscriber unsubscribes during a delivery`() async {
    await LiveScope.expectingNoLeaks {
      let history = History<String>()
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      continuation.onTermination = { history.record("\($0)") }
      let subscription = stream.broadcaster().prefix(1).attach { _ in }
      continuation.yield(1)
      await onThreads { _ in history.wait(for: "cancelled") }
      withExtendedLifetime((stream, subscription)) {}
    }
  }

  @Test func `releases a sequence that ignores its cancellation`() async {
    await LiveScope.expectingNoLeaks {
      let history = History<Int>()
      let subscription = Stubborn().broadcaster().attach { history.record($0) }
      await onThreads { _ in history.waitForCount(3) }
      subscription.invalidate()
    }
  }

  @Test func `can be cancelled during a delivery`() async {
    await LiveScope.expectingNoLeaks {
      let history = History<String>()
      let subscription = Stubborn().broadcaster().prefix(2).recordAll(in: history)
      #expect(await history.untilEnd() == ["1", "2", "end"])
      withExtendedLifetime(subscription) {}
    }
  }

  @Test func `creates a new iterator after all subscribers have left`() async {
    let log = History<String>()
    let broadcaster = Script<Never>(log: log).broadcaster().prefix(1)
    for _ in 0..<2 {
      let history = History<String>()
      let subscription = broadcaster.recordAll(in: history)
      #expect(await history.untilEnd() == ["1", "end"])
      withExtendedLifetime(subscription) {}
    }
    #expect(log.events.count { $0 == "iterator" } == 2)
  }

  @Test func `stays ended after its sequence has ended`() async {
    let script = Script<Never>([])
    let broadcaster = script.broadcaster()
    for _ in 0..<2 {
      let history = History<String>()
      let subscription = broadcaster.recordAll(in: history)
      #expect(await history.untilEnd() == ["end"])
      withExtendedLifetime(subscription) {}
    }
    #expect(script.log.events == ["iterator", "asked"])
  }

  @Test func `can be turned into an asynchronous sequence again without losing elements`() async {
    let numbers = Array(0..<repetitions(2_000))
    let values = Script<Never>(numbers).broadcaster().values
    #expect(await values.reduce(into: []) { $0.append($1) } == numbers)
  }

  @Test(.timeLimit(.minutes(10)))
  func `delivers elements in order without gaps while threads unsubscribe`() async {
    await LiveScope.expectingNoLeaks {
      for _ in 0..<repetitions(200) {
        let (stream, continuation) = AsyncStream<Int>.makeStream()
        let history = History<Int>()
        let broadcaster = stream.broadcaster()
        let subscription = broadcaster.attach { history.record($0) }
        let other = broadcaster.attach { _ in }
        await onThreads(3) { thread in
          switch thread {
          case 0: for number in 0..<20 { continuation.yield(number) }
          case 1: subscription.invalidate()
          default: other.invalidate()
          }
        }
        continuation.finish()
        #expect(history.events == Array(0..<history.events.count))
      }
    }
  }
}
