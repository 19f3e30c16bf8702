import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("Waiting for the result of a task")
struct TaskResultTests {
  private struct Refusal: Error {}

  /// A task that completes only through its run, and that records when it is started and cancelled.
  private func pending<Failure: Error>(
    _ log: History<String>, _ held: Held<TaskRun<Int, Int, Failure>> = Held()
  ) -> PublishedTask<Int, Int, Failure> {
    PublishedTask(start: { run in
      held.hold(run)
      log.record("start")
      return Subscription { log.record("cancel") }
    })
  }

  @Test func `ends when the Swift task is cancelled, and cancels a task without other subscribers`() async {
    await LiveScope.expectingNoLeaks {
      let log = History<String>()
      let held = Held<TaskRun<Int, Int, any Error>>()
      let task = pending(log, held)
      let waiting = Task {
        await #expect(throws: CancellationError.self) { try await task.value }
        log.record("over")
      }
      await onThreads { _ in log.wait(for: "start") }
      waiting.cancel()
      await waiting.value
      #expect(log.events == ["start", "cancel", "over"])
      held.letGo()
    }
  }

  @Test func `does not cancel a task with another subscriber`() async {
    let log = History<String>()
    let held = Held<TaskRun<Int, Int, any Error>>()
    let task = pending(log, held)
    let other = task.attach { if case .completed(.success(2)) = $0 { log.record("success") } }
    let waiting = Task { await task.result }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value.get() }
    held.current?.succeed(2)
    #expect(log.events == ["start", "success"])
    withExtendedLifetime(other) {}
  }

  @Test func `does not start the task in a Swift task that was already cancelled`() async {
    let log = History<String>()
    let task: PublishedTask<Int, Int, any Error> = pending(log)
    await Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      await #expect(throws: CancellationError.self) { try await task.value }
    }.value
    #expect(log.events == [])
  }

  @Test func `continues after a cancellation if the failure type cannot represent it`() async throws {
    let log = History<String>()
    let held = Held<TaskRun<Int, Int, Refusal>>()
    let task = pending(log, held)
    let waiting = Task { await task.result }
    await onThreads { _ in log.wait(for: "start") }
    waiting.cancel()
    held.current?.succeed(3)
    #expect(try await waiting.value.get() == 3)
    #expect(log.events == ["start"])
  }

  @Test
  func `is the result of a completed task whose source removes the waiting subscriber before the delivery`() async {
    let source = TaskSource<Int, Int, Never>()
    let waiting = Task { await source.publishedTask.result }
    await eventually("the wait to begin") { source.hasSubscribers }
    let removing = source.publishedTask.isRunning.attach { isRunning in
      if !isRunning { source.removeAllSubscribers() }
    }
    source.succeed(1)
    #expect(await waiting.value == .success(1))
    withExtendedLifetime(removing) {}
  }

  @Test func `has one outcome when cancellation and completion race`() async {
    await LiveScope.expectingNoLeaks {
      for _ in 0..<repetitions(200) {
        let log = History<String>()
        let held = Held<TaskRun<Int, Int, any Error>>()
        let task = pending(log, held)
        let waiting = Task { try await task.value }
        await onThreads(2) { thread in
          log.wait(for: "start")
          if thread == 0 {
            waiting.cancel()
          } else {
            held.current?.succeed(1)
          }
        }
        switch await waiting.result {
        case .success(let value): #expect(value == 1)
        case .failure(let error): #expect(error is CancellationError)
        }
        held.letGo()
      }
    }
  }
}
