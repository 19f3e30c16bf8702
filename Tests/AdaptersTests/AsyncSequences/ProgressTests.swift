import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("Progress as an asynchronous sequence")
struct ProgressTests {
  private func record(_ progress: ProgressSequence<Int, Int, Fault>) async -> [String] {
    var events: [String] = []
    do throws(Fault) {
      for try await number in progress { events.append("\(number)") }
      events.append("end")
    } catch {
      events.append("failure \(error.code)")
    }
    return events
  }

  @Test func `ends when the task has succeeded`() async {
    let source = TaskSource<Int, Int, Fault>()
    let progress = source.publishedTask.progress
    source.report(1)
    source.report(2)
    source.succeed(3)
    #expect(await record(progress) == ["1", "2", "end"])
  }

  @Test func `throws the failure once, after the last report`() async throws {
    let source = TaskSource<Int, Int, Fault>()
    let progress = source.publishedTask.progress
    source.report(1)
    source.fail(Fault(code: 3))
    #expect(await record(progress) == ["1", "failure 3"])
    #expect(await record(progress) == ["end"])
  }

  @Test func `needs no try if the task cannot fail`() async {
    let source = TaskSource<Int, Int, Never>()
    let progress = source.publishedTask.progress
    source.report(1)
    source.succeed(2)
    var seen: [Int] = []
    for await number in progress { seen.append(number) }
    #expect(seen == [1])
  }

  @Test func `ends when the task ends without a result`() async {
    var source: TaskSource? = TaskSource<Int, Int, Fault>()
    let progress = source?.publishedTask.progress
    source?.report(1)
    source = nil
    #expect(await record(progress!) == ["1", "end"])
  }

  @Test(arguments: [Buffering.newest(1), .oldest(1)])
  func `never drops the failure from a full buffer`(buffering: Buffering) async {
    let source = TaskSource<Int, Int, Fault>()
    let dropped = History<Int>()
    let progress = source.publishedTask.progress(buffering: buffering) { dropped.record($0) }
    for number in 1...3 { source.report(number) }
    source.fail(Fault(code: 4))
    let seen = await record(progress)
    #expect(seen.last == "failure 4")
    #expect(seen.count + dropped.events.count == 4)
  }

  @Test func `starts the task when it is requested, and cancels it when it is released`() {
    let shop = Workshop<Int>()
    var progress: ProgressSequence? = shop.task("x").progress
    #expect(shop.log.events == ["start x"])
    progress = nil
    #expect(shop.log.events == ["start x", "cancel x"])
    _ = progress
  }

  @Test func `keeps the result for a read after the loop, from the same run`() async throws {
    let log = History<String>()
    let task = PublishedTask<Int, String, any Error> { report in
      log.record("run")
      report(1)
      return "done"
    }
    var seen: [Int] = []
    for try await number in task.progress { seen.append(number) }
    #expect(try await task.value == "done")
    #expect(seen == [1])
    #expect(log.events == ["run"])
  }

  @Test func `throws the error that the work throws`() async {
    await LiveScope.expectingNoLeaks {
      let task = PublishedTask<Int, String, any Error> { report in
        report(1)
        throw Fault(code: 5)
      }
      await #expect(throws: Fault(code: 5)) {
        for try await _ in task.progress {}
      }
    }
  }
}
