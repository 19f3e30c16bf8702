import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("The running state of a published task")
struct TaskIsRunningTests {
  private typealias Work = PublishedTask<Int, String, Never>

  private let history = History<String>()
  private let run = Held<TaskRun<Int, String, Never>>()
  private let task: Work

  init() {
    task = Work(start: { [history, run] new in
      history.record("start")
      run.hold(new)
      return Subscription {
        history.record("cancel")
        run.letGo()
      }
    })
  }

  private func follow(_ isRunning: PublishedValue<Bool>) -> Subscription {
    isRunning.attach { [history] in history.record("\($0)") }
      .whenEnded(isolation: nil) { [history] in history.record("end") }
  }

  @Test func `is false before the first subscriber, and reading it does not start the task`() {
    #expect(!task.isRunning.value)
    let following = follow(task.isRunning)
    #expect(history.events == ["false"])
    withExtendedLifetime(following) {}
  }

  @Test func `turns true before the start, and turns false and ends before the result is delivered`() {
    let following = follow(task.isRunning)
    let subscription = task.attach { [history] _ in history.record("result") }
    #expect(task.isRunning.value)
    run.current?.succeed("done")
    #expect(!task.isRunning.value)
    #expect(history.events == ["false", "true", "start", "false", "end", "result"])
    withExtendedLifetime((following, subscription)) {}
  }

  @Test func `turns false when the last subscriber leaves, and true with the next subscriber`() {
    let following = follow(task.isRunning)
    let first = task.attach { _ in }
    let second = task.attach { _ in }
    first.invalidate()
    #expect(task.isRunning.value)
    second.invalidate()
    #expect(!task.isRunning.value)
    let third = task.attach { _ in }
    third.invalidate()
    #expect(
      history.events == ["false", "true", "start", "false", "cancel", "true", "start", "false", "cancel"])
    withExtendedLifetime(following) {}
  }

  @Test func `is true when the start closure is called, also by a thread that was stopping the previous run`() async {
    let isRunning = Held<PublishedValue<Bool>>()
    let task = PublishedTask<Bool, Never, Never>(start: { run in
      run.report(isRunning.current?.value ?? false)
      return Subscription { withExtendedLifetime(run) {} }
    })
    isRunning.hold(task.isRunning)
    await onThreads(2) { [history] _ in
      for _ in 0..<repetitions(20_000) {
        task.attach { update in if case .inProgress(false) = update { history.record("false") } }.invalidate()
      }
    }
    #expect(history.events == [])
    isRunning.letGo()
  }

  @Test func `does not start a run if its notification removes all subscribers`() {
    let hub = Hub<Int>(remembering: 1) { [history] _, _ in
      history.record("start")
      return Subscription {}
    }
    let following = PublishedValue(hub: hub.runningHub).attach { isRunning in if isRunning { hub.invalidateAll() } }
    let subscription = hub.join { _ in }
    #expect(history.events.isEmpty)
    #expect(!subscription.isActive)
    #expect(!PublishedValue(hub: hub.runningHub).value)
    following.invalidate()
  }

  @Test func `reports a run that completes in its start`() {
    let task = Work(start: { run in
      run.succeed("done")
      return Subscription {}
    })
    let following = follow(task.isRunning)
    let subscription = task.attach { [history] _ in history.record("result") }
    #expect(history.events == ["false", "true", "false", "end", "result"])
    withExtendedLifetime((following, subscription)) {}
  }

  @Test func `is delivered to subscribers during the run and after its completion`() {
    let subscription = task.attach { _ in }
    let during = follow(task.isRunning)
    run.current?.succeed("done")
    let after = follow(task.isRunning)
    #expect(history.events == ["start", "true", "false", "end", "false", "end"])
    withExtendedLifetime((subscription, during, after)) {}
  }

  @Test func `is shared with tasks that transform its updates`() {
    let mapped = task.map(\.count).mapProgress(String.init).mapResult { $0 }.handleEvents(update: { _ in })
    let following = follow(mapped.isRunning)
    let subscription = task.attach { _ in }
    #expect(mapped.isRunning.value)
    subscription.invalidate()
    let other = mapped.attach { _ in }
    #expect(task.isRunning.value)
    other.invalidate()
    #expect(
      history.events == ["false", "true", "start", "false", "cancel", "true", "start", "false", "cancel"])
    withExtendedLifetime(following) {}
  }

  @Test func `is true for a source until it is released`() {
    var source: TaskSource<Int, String, Never>? = TaskSource()
    let task = source?.publishedTask
    let following = (task?.isRunning).map(follow)
    let subscription = task?.attach { _ in }
    subscription?.invalidate()
    #expect(task?.isRunning.value == true)
    source = nil
    #expect(task?.isRunning.value == false)
    #expect(history.events == ["true", "false", "end"])
    withExtendedLifetime((following, source)) {}
  }

  @Test func `is false for a task created with a result, and true for a pending one`() {
    #expect(!Work.success("done").isRunning.value)
    #expect(Work.pending(1).isRunning.value)
  }

  @Test func `does not keep the task alive, and ends when it is released`() {
    var task: Work? = Work(start: { _ in Subscription {} })
    let following = (task?.isRunning).map(follow)
    task = nil
    #expect(history.events == ["false", "end"])
    withExtendedLifetime((following, task)) {}
  }

  @Test func `keeps the latest progress of a source after its last subscriber leaves`() {
    let source = TaskSource<Int, String, Never>()
    let following = follow(source.publishedTask.isRunning)
    source.report(1)
    source.publishedTask.attach { _ in }.invalidate()
    let late = source.publishedTask.attach { [history] in history.record("\($0)") }
    #expect(history.events == ["true", "\(Work.Update.inProgress(1))"])
    withExtendedLifetime((following, late)) {}
  }
}
