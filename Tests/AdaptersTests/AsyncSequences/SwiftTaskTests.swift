import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("A Swift task as a published task")
struct SwiftTaskTests {
  /// A Swift task that waits until it is cancelled or continued.
  private func waiting(log: History<String>) -> (task: Task<Int, any Error>, resume: @Sendable () -> Void) {
    let (stream, continuation) = AsyncStream<Never>.makeStream()
    let task = Task {
      for await _ in stream {}
      if Task.isCancelled { log.record("cancelled") }
      try Task.checkCancellation()
      return 1
    }
    return (task, { continuation.finish() })
  }

  @Test(arguments: [false, true])
  func `delivers its result, also to a late subscriber`(cancels: Bool) async throws {
    let task = Task { 1 }
    let published: PublishedTask<Never, Int, Never> = task.publishedTask(cancelsWithLastSubscriber: cancels)
    #expect(await published.value == 1)
    #expect(await published.value == 1)
  }

  @Test(arguments: [false, true])
  func `fails with the error of the Swift task`(cancels: Bool) async {
    let task = Task<Int, any Error> { throw Fault(code: 2) }
    await #expect(throws: Fault(code: 2)) {
      try await task.publishedTask(cancelsWithLastSubscriber: cancels).value
    }
  }

  @Test func `is not cancelled when its last subscriber leaves`() async {
    await LiveScope.expectingNoLeaks {
      let log = History<String>()
      let (task, resume) = waiting(log: log)
      let published = task.publishedTask()
      published.attach { _ in }.invalidate()
      resume()
      #expect(await task.result.success == 1)
      #expect(await published.result.success == 1)
      #expect(log.events == [])
    }
  }

  @Test func `can be cancelled when its last subscriber leaves, and then keeps that result`() async {
    await LiveScope.expectingNoLeaks {
      let log = History<String>()
      let (task, resume) = waiting(log: log)
      let published = task.publishedTask(cancelsWithLastSubscriber: true)
      let first = published.attach { _ in log.record("delivered") }
      let second = published.attach { _ in log.record("delivered") }
      first.invalidate()
      #expect(!task.isCancelled)
      second.invalidate()
      #expect(task.isCancelled)
      await #expect(throws: CancellationError.self) { try await published.value }
      #expect(log.events == ["cancelled"])
      withExtendedLifetime(resume) {}
    }
  }
}

extension Result {
  fileprivate var success: Success? { try? get() }
}
