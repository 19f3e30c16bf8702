import TestSupport
import Testing
import Tidings

@Suite("Mapping progress")
struct MapProgressTests {
  @Test func `transforms each progress, and does not change the result`() {
    let source = TaskSource<Int, Int, Fault>()
    let history = History<String>()
    let subscription = source.publishedTask.mapProgress { "\($0) %" }.record(in: history)
    source.report(10)
    source.report(20)
    source.succeed(1)
    #expect(history.events == ["10 %", "20 %", "success 1", "end"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `is not needed to use a task without progress with another progress type`() {
    let history = History<String>()
    let task: PublishedTask<Int, Int, Fault> = PublishedTask<Never, Int, Fault>.failure(Fault(code: 1)).withProgress()
    _ = task.record(in: history)
    #expect(history.events == ["failure 1", "end"])
  }
}
