import Dispatch
import TestSupport
import Testing
import Tidings
import TidingsCore
import TidingsTesting

@Suite("Retrying a publisher")
struct RetryTests {
  private let history = History<String>()

  @Test func `restarts a publisher that starts with its first subscriber`() {
    let log = History<String>()
    let runs = Held<BroadcastSource<Result<Int, Fault>>>()
    let cold = Broadcaster<Result<Int, Fault>> { source in
      log.record("start")
      runs.hold(source)
      return Subscription { log.record("stop") }
    }
    let subscription = cold.retry(3).recordAll(in: history)
    runs.current?.send(.failure(Fault()))
    #expect(log.events == ["start", "stop", "start"])
    runs.current?.send(.success(1))
    #expect(history.events == ["success(1)"])
    subscription.invalidate()
    #expect(log.events == ["start", "stop", "start", "stop"])
    runs.letGo()
  }

  @Test func `restarts a publisher that fails on another thread inside its start`() {
    let starts = EventState(0)
    let connection = Broadcaster<Result<Int, Fault>> { source in
      let number = starts.change {
        $0 += 1; return $0
      }
      onOtherThread { source.send(number == 1 ? .failure(Fault()) : .success(number)) }
      return Subscription { withExtendedLifetime(source) {} }
    }
    let subscription = connection.retry(1).recordAll(in: history)
    #expect(starts.state == 2)
    #expect(history.events == ["success(2)"])
    subscription.invalidate()
  }

  @Test func `ends an endless sequence with its subscriber`() {
    let numbers = (1...).broadcaster().map { Result<Int, Fault>.success($0) }
    _ = numbers.retry(1).prefix(2).recordAll(in: history)
    #expect(history.events == ["success(1)", "success(2)", "end"])
  }

  @Test func `continues if a publisher fails and ends immediately`() {
    let attempts = History<Void>()
    let deferred = Broadcaster.deferred { () -> Broadcaster<Result<Int, Fault>> in
      attempts.record(())
      return .just(.success(attempts.events.count), .failure(Fault(code: attempts.events.count)), .success(-1))
    }
    _ = deferred.retry(2).recordAll(in: history)
    #expect(history.events == ["success(1)", "success(2)", "success(3)", "failure(3)", "end"])
  }

  @Test func `of zero delivers the first failure and ends`() {
    let source = BroadcastSource<Result<Int, Fault>>()
    let subscription = source.retry(0).recordAll(in: history)
    source.send(.failure(Fault(code: 1)))
    #expect(history.events == ["failure(1)", "end"])
    #expect(!source.hasSubscribers)
    withExtendedLifetime(subscription) {}
  }

  @Test func `of a value that is a failure ends immediately with the failure`() {
    let property = PublishedProperty(Result<Int, Fault>.failure(Fault(code: 1)))
    let subscription = property.publishedValue.retry(5).recordAll(in: history)
    #expect(history.events == ["failure(1)", "end"])
    #expect(!property.hasSubscribers)
    withExtendedLifetime(subscription) {}
  }

  @Test func `retries an immediate failure a hundred thousand times without growing the stack`() async {
    let history = history
    let attempts = Locked(0)
    let count = repetitions(100_000)
    await onThreads { _ in
      let failing = Broadcaster.deferred {
        attempts.withLock { $0 += 1 }
        return Broadcaster.just(Result<Int, Fault>.failure(Fault(code: 8)))
      }
      _ = failing.retry(count).recordAll(in: history)
    }
    #expect(history.events == ["failure(8)", "end"])
    #expect(attempts.withLock { $0 } == count + 1)
  }

  @Test func `delivers one failure and ends when several threads fail`() async {
    for _ in 0..<20 {
      let source = BroadcastSource<Result<Int, Fault>>()
      let history = History<String>()
      let subscription = source.retry(5).recordAll(in: history)
      await onThreads(3) { _ in
        for _ in 0..<20 { source.send(.failure(Fault(code: 1))) }
      }
      // It misses failures that are sent while it subscribes again, so more may be needed.
      await onThreads { _ in while subscription.isActive { source.send(.failure(Fault(code: 1))) } }
      await onThreads { _ in history.wait(for: "end") }
      #expect(history.events == ["failure(1)", "end"])
    }
  }
}

@Suite("Retrying a publisher after a delay")
struct RetryBackoffTests {
  private let marbles = Marbles()
  private let history = History<String>()

  private var scheduler: ManualScheduler { marbles.scheduler }

  private func cold(_ diagram: String) -> Broadcaster<Result<Int, MarbleFailure>> {
    marbles.cold(marbles.script(diagram, values: ["a": 1], failure: MarbleFailure()))
  }

  @Test func `subscribes again after the delay`() {
    marbles.expect(
      cold("a#").retry(2, backoff: .constant(marbles.frames(2)), scheduler: scheduler),
      "a--a--a(#|)", values: ["a": 1])
  }

  @Test func `waits longer each time`() {
    marbles.expect(
      cold("a#").retry(2, backoff: .exponential(initial: marbles.frames(1)), scheduler: scheduler), "a-a--a(#|)",
      values: ["a": 1])
    marbles.expect(
      cold("#").retry(3, backoff: .exponential(initial: marbles.frames(1)), scheduler: scheduler),
      "-------(#|)", values: ["a": 1])
  }

  @Test func `waits for a random part of the delay, which differs for each subscription`() {
    let backoff = Backoff.constant(.seconds(1_000)).jittered(.full)
    let retried = Broadcaster.just(Result<Int, Fault>.failure(Fault())).retry(1, backoff: backoff, scheduler: scheduler)
    let subscriptions = (1...20).map { _ in
      retried.attach { [history, scheduler] _ in history.record("\(scheduler.uptime)") }
    }
    scheduler.run()
    #expect(scheduler.uptime <= .seconds(1_000))
    #expect(Set(history.events).count == 20)
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `cancels the retry when its subscriber unsubscribes`() {
    let source = BroadcastSource<Result<Int, Fault>>()
    let retried = source.retry(3, backoff: .constant(.seconds(1)), scheduler: scheduler)
    let subscription = retried.recordAll(in: history)
    source.send(.failure(Fault()))
    #expect(!source.hasSubscribers)
    #expect(scheduler.pendingJobs == 1)
    subscription.invalidate()
    #expect(scheduler.pendingJobs == 0)
    marbles.run()
    #expect(!source.hasSubscribers)
    #expect(history.events.isEmpty)
  }

  @Test func `uses the scheduler even for a delay of zero, and waits forever for the longest delay`() {
    let source = BroadcastSource<Result<Int, Fault>>()
    let zero = source.retry(1, backoff: .constant(.zero), scheduler: scheduler).attach { _ in }
    source.send(.failure(Fault()))
    #expect(!source.hasSubscribers)
    scheduler.advance(by: .zero)
    #expect(source.hasSubscribers)
    zero.invalidate()
    let never = source.retry(1, backoff: .constant(Duration(attoseconds: .max)), scheduler: scheduler).attach { _ in }
    source.send(.failure(Fault()))
    scheduler.advance(by: .seconds(1_000_000_000))
    #expect(!source.hasSubscribers)
    never.invalidate()
  }

  @Test func `ends if its publisher has ended during the delay`() {
    let source = BroadcastSource<Result<Int, Fault>>()
    let subscription = source.retry(1, backoff: .constant(.seconds(1)), scheduler: scheduler).recordAll(in: history)
    source.send(.failure(Fault()))
    source.finish()
    #expect(subscription.isActive)
    scheduler.advance(by: .seconds(1))
    #expect(history.events == ["end"])
  }

  @Test func `leaves no jobs on a real queue`() async {
    await LiveScope.expectingNoLeaks {
      let history = History<String>()
      let failing = Broadcaster<Result<Int, Fault>>.just(.failure(Fault(code: 1)))
      let backoff = Backoff.exponential(initial: .microseconds(10)).jittered(.equal)
      let subscription = failing.retry(5, backoff: backoff, scheduler: DispatchQueue.global()).recordAll(in: history)
      await onThreads { _ in history.wait(for: "end") }
      #expect(history.events == ["failure(1)", "end"])
      withExtendedLifetime(subscription) {}
    }
  }
}
