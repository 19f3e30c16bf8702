import TestSupport
import Testing
import Tidings

@Suite("Mapping a result")
struct MapResultTests {
  @Test
  func `turns a success into a failure, and does not change progress`() {
    let source = TaskSource<Int, Int, Never>()
    let history = History<String>()
    let subscription = source.publishedTask.mapResult { result -> Result<Int, Fault> in
      .failure(Fault(code: result.get()))
    }.record(in: history)
    source.report(1)
    source.succeed(2)
    #expect(history.events == ["1", "failure 2", "end"])
    withExtendedLifetime(subscription) {}
  }

  @Test
  func `makes a success of a failure`() {
    let history = History<String>()
    _ = PublishedTask<Never, Int, Fault>.failure(Fault(code: 3)).mapResult { result -> Result<String, Never> in
      .success("\(result)")
    }.record(in: history)
    #expect(history.events == ["success failure(3)", "end"])
  }

  @Test
  func `calls its closure once for each subscriber`() {
    let source = TaskSource<Int, Int, Fault>()
    let calls = History<Void>()
    let task = source.publishedTask.mapResult { result in
      calls.record(())
      return result
    }
    let subscriptions = [task.attach { _ in }, task.attach { _ in }]
    source.report(1)
    source.succeed(1)
    #expect(calls.events.count == 2)
    withExtendedLifetime(subscriptions) {}
  }

  @Test
  func `ends without a result when its task does`() {
    var source: TaskSource<Int, Int, Fault>? = TaskSource()
    let history = History<String>()
    let subscription = source?.publishedTask.mapResult { $0 }.record(in: history)
    source?.report(1)
    source = nil
    #expect(history.events == ["1", "end"])
    withExtendedLifetime(subscription) {}
  }
}
