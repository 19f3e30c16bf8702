import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("A published task")
struct PublishedTaskTests {
  private struct Refusal: Error, Equatable {
    var reason = "no"
  }

  private typealias Text = PublishedTask<Int, String, Refusal>

  @Test func `that completes in its start closure delivers all updates to its first subscriber`() {
    let history = History<Text.Update>()
    let task = Text(start: { run in
      run.report(1)
      run.succeed("done")
      run.report(2)
      run.fail(Refusal())
      return Subscription { Issue.record("a completed run must not be cancelled") }
    })
    let subscription = task.attach { history.record($0) }
    #expect(history.events == [.inProgress(1), .completed(.success("done"))])
    #expect(!subscription.isActive)
  }

  @Test func `releases its start closure before it delivers the result`() {
    let history = History<String>()
    let held = Held<TaskRun<Int, String, Refusal>>()
    func make() -> Text {
      let witness = Witness { history.record("released") }
      return Text(start: { run in
        held.hold(run)
        return Subscription { withExtendedLifetime(witness) {} }
      })
    }
    let task = make()
    let subscription = task.attach { update in
      if case .completed = update { history.record("completed") }
    }
    held.current?.succeed("done")
    #expect(history.events == ["released", "completed"])
    withExtendedLifetime((task, subscription)) {}
  }

  @Test func `delivers the latest progress or the result immediately to a late subscriber`() {
    let source = TaskSource<Int, String, Refusal>()
    let first = History<Text.Update>()
    source.report(1)
    let subscription = source.publishedTask.attach { first.record($0) }
    source.report(2)
    source.succeed("done")
    source.succeed("again")
    #expect(first.events == [.inProgress(1), .inProgress(2), .completed(.success("done"))])
    let late = History<Text.Update>()
    _ = source.publishedTask.attach { late.record($0) }
    #expect(late.events == [.completed(.success("done"))])
    withExtendedLifetime(subscription) {}
  }

  @Test func `of a source continues without subscribers`() {
    let source = TaskSource<Int, String, Refusal>()
    source.attach { _ in }.invalidate()
    source.report(5)
    let history = History<Text.Update>()
    let subscription = source.attach { history.record($0) }
    #expect(history.events == [.inProgress(5)])
    subscription.invalidate()
  }

  @Test func `runs an asynchronous function, reports its progress and succeeds`() async throws {
    let task = PublishedTask<Int, String, any Error> { report in
      report(1)
      report(2)
      return "done"
    }
    let history = History<String>()
    let subscription = task.subscribe(
      progress: { history.record("\($0)") }, success: { history.record($0) }, failure: { history.record("\($0)") })
    #expect(try await task.value == "done")
    await onThreads { _ in history.waitForCount(3) }
    #expect(history.events == ["1", "2", "done"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `fails with the typed error that its function throws`() async {
    let task = PublishedTask<Never, String, Refusal> { () throws(Refusal) in throw Refusal(reason: "typed") }
    #expect(await task.result == .failure(Refusal(reason: "typed")))
    await #expect(throws: Refusal(reason: "typed")) { try await task.value }
  }

  @Test func `cancels its Swift task when the last subscriber leaves`() async {
    let history = History<String>()
    let task = PublishedTask<Never, Void, any Error> {
      history.record("started")
      await withTaskCancellationHandler {
        await onThreads { _ in history.wait(for: "cancelled") }
      } onCancel: {
        history.record("cancelled")
      }
    }
    let subscription = task.attach { _ in history.record("delivered") }
    await onThreads { _ in history.wait(for: "started") }
    subscription.invalidate()
    await onThreads { _ in history.wait(for: "cancelled") }
    #expect(history.events == ["started", "cancelled"])
  }

  @Test func `does not inherit task-local values from its first subscriber`() async throws {
    enum Trace { @TaskLocal static var id = 0 }
    let task = PublishedTask<Never, Int, any Error> { Trace.id }
    let seen = try await Trace.$id.withValue(7) { try await task.value }
    #expect(seen == 0)
  }

  @Test func `runs once for several Swift tasks that await its value`() async throws {
    let runs = History<Void>()
    let gate = History<Void>()
    let task = PublishedTask<Never, Int, any Error> {
      runs.record(())
      await onThreads { _ in gate.waitForCount(1) }
      return runs.events.count
    }
    async let first = task.value
    async let second = task.value
    await onThreads { _ in runs.waitForCount(1) }
    gate.record(())
    let values = try await [first, second]
    #expect(values == [1, 1])
    #expect(try await task.value == 1)
    #expect(runs.events.count == 1)
  }

  @Test func `traps when its result is awaited after its source was released`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let task = TaskSource<Int, Int, Never>().publishedTask
      _ = await task.result
    }
    #expect(result.message.contains("without completing"))
  }

  @Test func `traps when its source removes its subscribers while its result is awaited`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let source = TaskSource<Never, Int, Never>()
      async let result = source.publishedTask.result
      await eventually("a subscriber") { source.hasSubscribers }
      source.removeAllSubscribers()
      _ = await result
    }
    #expect(result.message.contains("without completing"))
  }
}
