import TestSupport
import Testing
import Tidings

@Suite("Results")
struct ResultsTests {
  @Test func `of a task omit its progress`() {
    let source = TaskSource<Int, Int, Fault>()
    let history = History<String>()
    let subscription = source.publishedTask.results().recordAll(in: history)
    source.report(1)
    source.succeed(2)
    #expect(history.events == ["success(2)", "end"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `of many tasks continue after a failure`() {
    let tasks = BroadcastSource<TaskUpdate<Int, Int, Fault>>()
    let history = History<String>()
    let subscription = tasks.results().recordAll(in: history)
    tasks.send(.completed(.failure(Fault(code: 1))))
    tasks.send(.inProgress(3))
    tasks.send(.completed(.success(2)))
    tasks.finish()
    #expect(history.events == ["failure(1)", "success(2)", "end"])
    withExtendedLifetime(subscription) {}
  }
}
