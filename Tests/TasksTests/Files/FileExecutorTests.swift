import Synchronization
import TestSupport
import Testing
import TidingsCore
import TidingsTasks

@Suite(.timeLimit(.minutes(10)))
struct FileExecutorTests {
  private struct Gauge: Sendable {
    private(set) var current = 0
    private(set) var highest = 0
    private(set) var total = 0

    mutating func enter() {
      current += 1
      total += 1
      highest = max(highest, current)
    }

    mutating func leave() { current -= 1 }
  }

  @Test func `runs no more jobs at the same time than it has threads`() async {
    let executor = FileExecutor(width: 3)
    let gauge = EventState(Gauge())
    let tasks = (0..<1_000).map { _ in
      Task(executorPreference: executor) {
        for _ in 0..<10 {
          gauge.change { $0.enter() }
          gauge.change { $0.leave() }
          await Task.yield()
        }
      }
    }
    for task in tasks { await task.value }
    #expect(gauge.state.total == 10_000)
    #expect((1...3).contains(gauge.state.highest))
  }

  @Test func `jobs that block do not stop other swift tasks`() async {
    let width = 8
    let executor = FileExecutor(width: width)
    let gate = History<Void>()
    let gauge = EventState(Gauge())
    let blocked = (0..<width).map { _ in
      Task(executorPreference: executor) {
        gauge.change { $0.enter() }
        waitForEvent(in: gate)
      }
    }
    await gauge.wait(for: "\(width) jobs at the same time") { $0.current == width }
    await withTaskGroup { group in
      for _ in 0..<100 { group.addTask {} }
    }
    gate.record(())
    for task in blocked { await task.value }
  }

  @Test func `runs jobs in turn`() async {
    let executor = FileExecutor(width: 1)
    let log = EventState([String]())
    let gate = History<Void>()
    let blocker = Task(executorPreference: executor) { waitForEvent(in: gate) }
    let tasks = ["a", "b"].map { name in
      Task(executorPreference: executor) {
        log.change { $0.append(name) }
        await Task.yield()
        log.change { $0.append(name) }
      }
    }
    gate.record(())
    for task in tasks + [blocker] { await task.value }
    #expect(Set(log.state.prefix(2)) == ["a", "b"])
    #expect(Set(log.state.suffix(2)) == ["a", "b"])
  }

  /// Blocks the thread on purpose, as a system call does.
  private func waitForEvent(in gate: History<Void>) { gate.waitForCount(1) }
}
