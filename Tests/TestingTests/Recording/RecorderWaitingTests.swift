import Dispatch
import TestSupport
import Testing
import Tidings
import TidingsTesting

/// Real time here is the time of a queue. The limits are never reached, or are zero.
@Suite("A recorder waits", .timeLimit(.minutes(10)))
struct RecorderWaitingTests {
  private let source = BroadcastSource<Int>()
  private let queue = DispatchQueue(label: "sample")

  @Test func `for what another thread publishes, and returns when that is recorded`() async throws {
    let recorder = source.record()
    queue.async { [source] in for number in 1...3 { source.send(number) } }
    #expect(try await recorder.next(within: .seconds(300)) == 1)
    #expect(try await recorder.next(2, within: .seconds(300)) == [2, 3])
    queue.async { [source] in source.finish() }
    try await recorder.completion(within: .seconds(300))
  }

  @Test
  @MainActor
  func `on the main actor too, for what a hop brings there`() async throws {
    let arrivals = BroadcastSource<Int>()
    let recorder = arrivals.record()
    let hop = source.subscribe { arrivals.send($0) }
    queue.async { [source] in source.send(1) }
    #expect(try await recorder.next(within: .seconds(300)) == 1)
    #expect(recorder.deliveries.map(\.thread.isMain) == [true])
    hop.invalidate()
  }

  @Test func `not at all for recorded updates`() async throws {
    let recorder = Broadcaster.just(1).record()
    #expect(try await recorder.next(within: .zero) == 1)
    try await recorder.completion(within: .seconds(-1))
  }

  @Test func `for the result of a task`() async throws {
    let recorder = PublishedTask<Never, Int, Never> { 5 }.record()
    let result = try await recorder.completion(within: .seconds(300))
    #expect(result == .success(5))
  }

  @Test func `not longer than the limit, and then fails the test`() async {
    let failures = await Failures.of {
      let recorder = source.record()
      _ = try await recorder.next(within: .milliseconds(1))
    }
    #expect(
      failures == ["expected another update within 0.001 seconds, received none\nrecorded nothing, not ended"])
  }

  @Test func `not after stop()`() async throws {
    let failures = try await finishing("the waits") { [source] in
      await Failures.of {
        let recorder = source.record()
        async let stopped: Void = recorder.stop()
        #expect(await (try? recorder.next(within: .seconds(1_000_000))) == nil)
        await stopped
        try await recorder.completion(within: .seconds(1_000_000))
      }
    }
    #expect(failures.count == 2)
  }

  @Test func `not for what can never come, as the publisher has ended`() async {
    let failures = await Failures.of {
      let recorder = source.record()
      queue.async { [source] in
        source.send(1)
        source.finish()
      }
      _ = try await recorder.next(2, within: .seconds(300))
    }
    #expect(
      failures == ["expected 2 more updates within 300.0 seconds, received [1]\nrecorded [1], none read, ended"])
  }

  @Test func `in each of two calls for an update of its own, though both wait for the first one`() async throws {
    let recorder = source.record()
    let received = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<2 { group.addTask { try await recorder.next(within: .seconds(300)) } }
      // No event shows that a call waits. It does when the pool has run other jobs.
      await WaitLimit.pass(.milliseconds(1))
      source.send(1)
      let first = try await group.next()
      await WaitLimit.pass(.milliseconds(1))
      source.send(2)
      return try await [first, group.next()]
    }
    #expect(received == [1, 2])
  }

  @Test func `not when the test is cancelled`() async {
    let recorder = source.record()
    let task = Task { try await recorder.next(within: .seconds(300)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
