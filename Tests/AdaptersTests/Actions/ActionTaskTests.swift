import TestSupport
import Testing
import Tidings
import TidingsCore

private typealias Saving = Action<String, Int, Int, Fault>

@Suite("Task of an action")
struct ActionTaskTests {
  private let workshop = Workshop<Int>()

  private var log: History<String> { workshop.log }

  private func makeAction(_ overlap: ActionOverlap = .refuse) -> Saving {
    Action(overlap: overlap) { [workshop] in workshop.task($0) }
  }

  @Test func `starts with its first subscriber, reports its run, and completes with the result`() {
    let task = makeAction().task(for: "a")
    #expect(log.events.isEmpty)
    let subscription = task.attach { [log] in log.record("\($0)") }
    workshop.report(50, in: "a")
    workshop.complete("a", .success(1))
    #expect(log.events.first == "start a")
    #expect(log.events.count == 3)
    withExtendedLifetime(subscription) {}
  }

  @Test func `completes with the result of its run`() async {
    let succeeding = Saving { _ in .success(1) }
    #expect(await succeeding.task(for: "a").result == .success(1))
    let failing = Saving { _ in .failure(Fault(code: 2)) }
    #expect(await failing.task(for: "a").result == .failure(.failed(Fault(code: 2))))
  }

  @Test func `ends without a result when its run ends without one`() {
    let work = Held(TaskSource<Int, Int, Fault>())
    let published = work.current!.publishedTask
    let action = Saving(task: { _ in published })
    let subscription = action.task(for: "a").attach({ _ in }, ended: { [log] in log.record("end") })
    work.letGo()
    #expect(log.events == ["end"])
    #expect(!subscription.isActive)
  }

  @Test func `fails when its input is refused`() async {
    let action = makeAction()
    action.run("a")
    #expect(await action.task(for: "b").result == .failure(.refused))
    #expect(log.events == ["start a"])
  }

  @Test func `fails when its run is cancelled by a newer input or by the action`() {
    let action = makeAction(.restart)
    let results = History<Result<Int, ActionFailure<Fault>>>()
    let bag = SubscriptionBag()
    action.task(for: "a").results().attach { results.record($0) }.store(in: bag)
    action.task(for: "b").results().attach { results.record($0) }.store(in: bag)
    #expect(results.events == [.failure(.cancelled)])
    action.cancel()
    #expect(results.events == [.failure(.cancelled), .failure(.cancelled)])
    #expect(log.events == ["start a", "cancel a", "start b", "cancel b"])
  }

  @Test func `fails while it is queued when the action is cancelled`() {
    let action = makeAction(.queue)
    let results = History<Result<Int, ActionFailure<Fault>>>()
    action.run("a")
    let subscription = action.task(for: "b").results().attach { results.record($0) }
    action.cancel()
    #expect(results.events == [.failure(.cancelled)])
    withExtendedLifetime(subscription) {}
  }

  @Test func `cancels its run when its last subscriber leaves`() {
    let action = makeAction()
    let subscription = action.task(for: "a").attach { _ in }
    #expect(action.isRunning.value)
    subscription.invalidate()
    #expect(log.events == ["start a", "cancel a"])
    #expect(!action.isRunning.value)
  }

  @Test func `withdraws its queued input when its last subscriber leaves`() {
    let action = makeAction(.queue)
    action.run("a")
    let subscription = action.task(for: "b").attach { _ in }
    action.run("c")
    subscription.invalidate()
    workshop.complete("a", .success(1))
    #expect(log.events == ["start a", "start c"])
  }

  @Test func `does not start its queued input when it is withdrawn together with others`() {
    let action = makeAction(.queue)
    let tokens = ["a", "b", "c"].map { action.task(for: $0).attach { _ in } }
    action.run("d")
    tokens.invalidateAll()
    #expect(log.events == ["start a", "cancel a", "start d"])
  }

  @Test func `does not affect the run of another input if it is refused`() {
    let action = makeAction()
    action.run("a")
    action.task(for: "b").attach { _ in }.invalidate()
    #expect(action.isRunning.value)
    #expect(log.events == ["start a"])
  }

  @Test func `ends the wait for its result with a cancellation of the Swift task`() async {
    let action = makeAction()
    let waiting = Task { await action.task(for: "a").result }
    await onThreads { [log] _ in log.waitForCount(1) }
    waiting.cancel()
    #expect(await waiting.value == .failure(.cancelled))
    #expect(log.events == ["start a", "cancel a"])
  }
}
