import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("A published task of an asynchronous sequence")
struct SequencePublishedTaskTests {
  private func describe<Failure: Error>(
    _ update: TaskUpdate<Int, Void, Failure>
  ) -> String {
    switch update {
    case .inProgress(let number): "\(number)"
    case .completed(.success): "success"
    case .completed(.failure(let failure)): "failure \(failure)"
    }
  }

  @Test func `reports the elements as progress, and succeeds at the end`() async {
    await LiveScope.expectingNoLeaks {
      let history = History<String>()
      let subscription = Script<Never>().publishedTask().map { _ in 4 }.record(in: history)
      #expect(await history.untilEnd() == ["1", "2", "3", "success 4", "end"])
      withExtendedLifetime(subscription) {}
    }
  }

  @Test func `fails with the typed failure of the sequence`() async {
    let history = History<String>()
    let task: PublishedTask<Int, Void, Fault> = Script([1], failure: Fault(code: 2)).publishedTask()
    let subscription = task.record(in: history)
    #expect(await history.untilEnd() == ["1", "failure 2", "end"])
    await #expect(throws: Fault(code: 2)) { try await task.value }
    withExtendedLifetime(subscription) {}
  }

  @Test func `requests the next element after the previous one was delivered`() async {
    let log = History<String>()
    let subscription = Script<Never>([1, 2], log: log).publishedTask().map { _ in 3 }.record(in: log)
    #expect(await log.untilEnd() == ["iterator", "asked", "1", "asked", "2", "asked", "success 3", "end"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `is cancelled when its last subscriber leaves, and starts again for the next`() async {
    await LiveScope.expectingNoLeaks {
      let log = History<String>()
      let task = Script<Never>(log: log).publishedTask()
      for _ in 0..<2 {
        let history = History<String>()
        let subscription = task.prefix(1).map { _ in "update" }.recordAll(in: history)
        #expect(await history.untilEnd() == ["update", "end"])
        withExtendedLifetime(subscription) {}
      }
      #expect(log.events.count { $0 == "iterator" } == 2)
    }
  }

  @Test func `can be iterated by a loop over its progress, which throws the failure`() async {
    var seen: [Int] = []
    do throws(Fault) {
      for try await number in Script([1, 2], failure: Fault(code: 3)).publishedTask().progress { seen.append(number) }
      Issue.record("The failure is missing")
    } catch {
      #expect(error.code == 3)
    }
    #expect(seen == [1, 2])
  }
}
