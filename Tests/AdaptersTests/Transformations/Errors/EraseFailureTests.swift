import TestSupport
import Testing
import Tidings

@Suite("Erasing a failure")
struct EraseFailureTests {
  @Test func `allows a collection of tasks with different failures`() {
    let first = PublishedTask<Int, Int, Fault>.failure(Fault(code: 1)).eraseFailure()
    let second = PublishedTask<Int, Int, CancellationError>.failure(CancellationError()).eraseFailure()
    let history = History<String>()
    for task in [first, second] { _ = task.record(in: history) }
    #expect(history.events == ["failure 1", "end", "failure CancellationError()", "end"])
  }

  @Test func `keeps progress and success`() {
    let source = TaskSource<Int, Int, Fault>()
    let history = History<String>()
    let subscription = source.publishedTask.eraseFailure().record(in: history)
    source.report(1)
    source.succeed(2)
    #expect(history.events == ["1", "success 2", "end"])
    withExtendedLifetime(subscription) {}
  }
}
