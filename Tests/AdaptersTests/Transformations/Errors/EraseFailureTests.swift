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
}
