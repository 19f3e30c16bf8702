import TestSupport
import Testing
import Tidings
import TidingsCore

private typealias Saving = Action<String, Int, Int, Fault>

@Suite("Action")
struct ActionTests {
  private let workshop = Workshop<Int>()
  private let isAllowed = PublishedProperty(true)
  private let bag = SubscriptionBag()

  private var log: History<String> { workshop.log }

  /// An action whose deliveries are recorded.
  private func makeAction(_ overlap: ActionOverlap = .refuse) -> Saving {
    let action = Action(overlap: overlap, enabledWhile: isAllowed) { [workshop] in workshop.task($0) }
    action.isRunning.dropFirst().attach { [log] in log.record($0 ? "running" : "idle") }.store(in: bag)
    action.progress.attach { [log] in if let progress = $0 { log.record("\(progress)%") } }.store(in: bag)
    action.results.recordAll(in: log).store(in: bag)
    action.refusals.attach { [log] in log.record("refuse \($0)") }.store(in: bag)
    return action
  }

  @Test func `runs for an input, reports its progress, and is idle before it delivers the result`() {
    let action = makeAction()
    #expect(!action.isRunning.value)
    action.run("a")
    workshop.report(50, in: "a")
    #expect(action.isRunning.value)
    #expect(action.progress.value == 50)
    workshop.complete("a", .success(1))
    #expect(log.events == ["running", "start a", "50%", "idle", "success(1)"])
    #expect(action.progress.value == nil)
  }

  @Test(arguments: [ActionOverlap.refuse, .queue])
  func `its isEnabled ends with its condition, and if it may refuse, only after its release`(overlap: ActionOverlap) {
    var condition: PublishedProperty<Bool>? = PublishedProperty(true)
    var action = condition.map { condition in
      Saving(overlap: overlap, enabledWhile: condition.publishedValue) { _ in .success(1) }
    }
    let subscription = action?.isEnabled.attach { _ in }
    condition = nil
    #expect(subscription?.isActive == (overlap == .refuse))
    action = nil
    #expect(subscription?.isActive == false)
  }

  @Test func `delivers successes and failures separately`() {
    let action = makeAction()
    let outcomes = History<String>()
    action.successes.attach { outcomes.record("success \($0)") }.store(in: bag)
    action.failures.attach { outcomes.record("failure \($0)") }.store(in: bag)
    action.run("a")
    workshop.complete("a", .success(1))
    action.run("b")
    workshop.complete("b", .failure(Fault(code: 2)))
    #expect(outcomes.events == ["success 1", "failure 2"])
  }

  @Test func `refuses inputs and is disabled during a run`() {
    let action = makeAction()
    #expect(action.isEnabled.value)
    action.run("a")
    #expect(!action.isEnabled.value)
    action.run("b")
    workshop.complete("a", .success(1))
    #expect(action.isEnabled.value)
    #expect(log.events == ["running", "start a", "refuse b", "idle", "success(1)"])
  }

  @Test(arguments: [ActionOverlap.refuse, .queue, .restart])
  func `refuses inputs while it is not allowed to run, and continues a current run`(_ overlap: ActionOverlap) {
    let action = makeAction(overlap)
    action.run("a")
    isAllowed.value = false
    #expect(!action.isEnabled.value)
    action.run("b")
    workshop.complete("a", .success(1))
    #expect(log.events == ["running", "start a", "refuse b", "idle", "success(1)"])
    isAllowed.value = true
    #expect(action.isEnabled.value)
    action.run("c")
    #expect(log.events.suffix(2) == ["running", "start c"])
  }

  @Test func `queues inputs in order, and is running from the first to the last`() {
    let action = makeAction(.queue)
    for input in ["a", "b", "c"] { action.run(input) }
    #expect(action.isEnabled.value)
    workshop.complete("a", .success(1))
    workshop.complete("b", .failure(Fault(code: 2)))
    workshop.complete("c", .success(3))
    #expect(
      log.events == [
        "running", "start a", "success(1)", "start b", "failure(2)", "start c", "idle", "success(3)",
      ])
  }

  @Test func `restarts for a newer input, and drops reports of the previous run`() {
    let runs = History<TaskRun<Int, Int, Fault>>()
    let action = Saving(overlap: .restart) { _ in
      PublishedTask(start: { run in
        runs.record(run)
        return Subscription {}
      })
    }
    action.results.recordAll(in: log).store(in: bag)
    action.isRunning.recordAll(in: log).store(in: bag)
    action.run("a")
    action.run("b")
    runs.events.first?.succeed(1)
    runs.events.last?.succeed(2)
    #expect(log.events == ["false", "true", "false", "success(2)"])
    runs.removeAll()
  }

  @Test func `cancels the run before it starts a newer input`() {
    let action = makeAction(.restart)
    action.run("a")
    action.run("b")
    #expect(log.events == ["running", "start a", "cancel a", "start b"])
  }

  @Test func `lets a subscriber of its results start the next run`() {
    let action = makeAction()
    action.successes.attach { [weak action] in if $0 == 1 { action?.run("b") } }.store(in: bag)
    action.run("a")
    workshop.complete("a", .success(1))
    #expect(log.events == ["running", "start a", "idle", "success(1)", "running", "start b"])
  }

  @Test func `does not start a run that a subscriber of isRunning cancels`() {
    let action = makeAction()
    action.isRunning.attach { [weak action] in if $0 { action?.cancel() } }.store(in: bag)
    action.run("a")
    #expect(log.events == ["running", "idle"])
  }

  @Test func `cancels the run, and withdraws queued inputs`() {
    let action = makeAction(.queue)
    for input in ["a", "b"] { action.run(input) }
    action.cancel()
    #expect(log.events == ["running", "start a", "cancel a", "idle"])
    action.run("c")
    #expect(log.events.last == "start c")
  }

  @Test func `cancels its run and ends its publishers when it is released`() {
    var action: Saving? = makeAction()
    action?.run("a")
    withExtendedLifetime(action) {}
    action = nil
    #expect(Set(log.events.dropFirst(2)) == ["cancel a", "idle", "end"])
    #expect(log.events.count == 5)
  }

  @Test func `has no progress after its release, even if another thread reports progress at the same time`() async {
    let source = TaskSource<Compared, Int, Fault>()
    let held = Held(Action<Void, Compared, Int, Fault> { source.publishedTask })
    let progress = held.current?.progress
    held.current?.run()
    await onThreads(2) { [log] thread in
      if thread == 0 {
        for number in 1...2 { source.report(Compared(number: number, log: log)) }
      } else {
        log.wait(for: "comparing")
        held.letGo()
        log.record("released")
      }
    }
    #expect(progress?.value == nil)
  }

  /// A progress whose comparison waits for the release of the action.
  private struct Compared: Equatable {
    let number: Int
    let log: History<String>

    static func == (left: Self, right: Self) -> Bool {
      left.log.record("comparing")
      left.log.wait(for: "released")
      return left.number == right.number
    }
  }

  @Test func `starts no queued input after a subscriber has released it`() {
    let held = Held<Saving>()
    var action: Saving? = makeAction(.queue)
    let isRunning = action?.isRunning
    action?.results.attach { _ in held.letGo() }.store(in: bag)
    action?.run("a")
    action?.run("b")
    action.map { held.hold($0) }
    action = nil
    workshop.complete("a", .success(1))
    #expect(isRunning?.value == false)
    #expect(!log.events.contains("start b"))
  }

  @Test func `releases a queued input that is withdrawn`() {
    let action = Action<Payload, Never, Int, Never>(overlap: .queue) { _ in
      PublishedTask(start: { run in Subscription { withExtendedLifetime(run) {} } })
    }
    action.run(Payload())
    weak var released: Payload?
    do {
      let payload = Payload()
      released = payload
      action.task(for: payload).attach { _ in }.invalidate()
    }
    #expect(released == nil)
  }

  private final class Payload: Sendable {}

  @Test func `subscribes to a condition that is updated only while it has subscribers`() {
    let validity = BroadcastSource<Bool>()
    let action = Action<Void, Never, Int, Never>(
      enabledWhile: validity.broadcaster.publishedValue(initial: false), task: { .success(1) })
    let successes = History<Int>()
    action.successes.attach { successes.record($0) }.store(in: bag)
    validity.send(true)
    action.run()
    #expect(successes.events == [1])
  }

  @Test func `is idle again when a run ends without a result`() {
    let action = makeAction()
    action.run("a")
    workshop.abandon("a")
    action.run("b")
    #expect(log.events == ["running", "start a", "cancel a", "idle", "running", "start b"])
  }

  @Test func `runs a long queue of inputs that complete immediately without a deep stack`() {
    let count = 20_000
    let action = Action<Int, Never, Int, Never>(overlap: .queue) { .success($0) }
    let sum = PublishedProperty(0)
    action.successes.attach { sum.value += $0 }.store(in: bag)
    let starter = Action<Void, Never, Void, Never> { .success(()) }
    starter.results.attach { _ in for number in 1...count { action.run(number) } }.store(in: bag)
    starter.run()
    #expect(sum.value == count * (count + 1) / 2)
  }

  @Test func `runs all accepted inputs from several threads, keeping the order of each thread`() async {
    let action = Action<Int, Never, Int, Never>(overlap: .queue) { .success($0) }
    let results = History<Int>()
    action.successes.attach { results.record($0) }.store(in: bag)
    await onThreads(4) { thread in for number in 0..<1_000 { action.run(thread * 1_000 + number) } }
    await onThreads { _ in results.waitForCount(4_000) }
    #expect(results.events.sorted() == Array(0..<4_000))
    for thread in 0..<4 {
      let own = results.events.filter { $0 / 1_000 == thread }
      #expect(own == own.sorted())
    }
  }

  @Test func `runs an asynchronous function, and cancels it`() async {
    let (begun, began) = AsyncStream.makeStream(of: Void.self)
    let (ended, end) = AsyncStream.makeStream(of: Bool.self)
    let action = Action { (_: Int) in
      began.yield()
      let (forever, continuation) = AsyncStream.makeStream(of: Never.self)
      for await _ in forever {}
      withExtendedLifetime(continuation) {}
      end.yield(Task.isCancelled)
    }
    action.run(1)
    for await _ in begun { break }
    action.cancel()
    for await isCancelled in ended {
      #expect(isCancelled)
      break
    }
  }

  @Test func `accepts the updates of a publisher as inputs, and is not kept alive by the binding`() {
    let source = BroadcastSource<String>()
    var action: Saving? = makeAction(.restart)
    let binding = action.map { source.bind(to: $0) }
    source.send("a")
    #expect(log.events == ["running", "start a"])
    action = nil
    #expect(log.events.contains("cancel a"))
    source.send("b")
    #expect(binding?.isActive == false)
  }
}
