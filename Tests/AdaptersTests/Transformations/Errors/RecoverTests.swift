import TestSupport
import Testing
import Tidings

@Suite("Recovering")
struct RecoverTests {
  @Test func `replaces a failure by a success, and never fails`() async {
    let task = PublishedTask<Never, Int, Fault>.failure(Fault(code: 5)).recover { -$0.code }
    #expect(await task.value == -5)
  }

  @Test func `does not change a success and the progress before it`() {
    let source = TaskSource<Int, Int, Fault>()
    let history = History<String>()
    let subscription = source.publishedTask.recover { _ in
      history.record("called")
      return 0
    }.record(in: history)
    source.report(1)
    source.succeed(2)
    #expect(history.events == ["1", "success 2", "end"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `can replace a failure by a value`() async {
    #expect(await PublishedTask<Never, Int, Fault>.failure(Fault()).replaceError(with: 8).value == 8)
    #expect(await PublishedTask<Never, Int, Fault>.success(1).replaceError(with: 8).value == 1)
  }
}
