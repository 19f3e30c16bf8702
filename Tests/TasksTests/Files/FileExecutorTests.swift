import TestSupport
import Testing
import TidingsCore
import TidingsTasks

@Suite(.timeLimit(.minutes(10)))
struct FileExecutorTests {
  @Test func `runs no more jobs at the same time than it has threads`() async {
    let executor = FileExecutor(width: 3)
    let running = EventState((now: 0, most: 0))
    let tasks = (0..<1_000).map { _ in
      Task(executorPreference: executor) {
        for _ in 0..<10 {
          running.change { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
          running.change { $0.now -= 1 }
          await Task.yield()
        }
      }
    }
    for task in tasks { await task.value }
    #expect((1...3).contains(running.state.most))
  }
}
