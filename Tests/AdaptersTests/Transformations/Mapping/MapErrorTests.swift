import TestSupport
import Testing
import Tidings

@Suite("Mapping a failure")
struct MapErrorTests {
  private struct Wrapped: Error {
    let inner: Fault
  }

  @Test func `does not change a success, and does not call its closure`() {
    let history = History<String>()
    _ = PublishedTask<Int, Int, Fault>.success(1).mapError { fault -> Fault in
      history.record("called")
      return fault
    }.record(in: history)
    #expect(history.events == ["success 1", "end"])
  }

  @Test func `is not needed to use a task that cannot fail with another failure type`() {
    let history = History<String>()
    let task: PublishedTask<Int, Int, Fault> = PublishedTask<Int, Int, Never>.success(1).withFailure()
    _ = task.record(in: history)
    #expect(history.events == ["success 1", "end"])
  }
}
