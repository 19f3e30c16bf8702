import TestSupport
import Testing
import Tidings
import TidingsTesting
import TidingsCore

@Suite("A task with a predefined result")
struct PredefinedTasksTests {
  private struct Refusal: Error, Equatable {}
  private typealias Number = PublishedTask<Int, Int, Refusal>

  private func history(of task: Number) -> History<Number.Update> {
    let history = History<Number.Update>()
    let subscription = task.attach { history.record($0) }
    #expect(!subscription.isActive)
    return history
  }

  @Test func `delivers it immediately to each subscriber`() async {
    #expect(history(of: .success(1)).events == [.completed(.success(1))])
    #expect(history(of: .failure(Refusal())).events == [.completed(.failure(Refusal()))])
    #expect(history(of: Number(.success(2))).events == [.completed(.success(2))])
    #expect(await Number.success(3).result == .success(3))
  }

  @Test func `that is pending stays in progress`() {
    let history = History<Number.Update>()
    let task = Number.pending(40)
    let subscriptions = [task.attach { history.record($0) }, Number.pending().attach { history.record($0) }]
    #expect(history.events == [.inProgress(40)])
    #expect(subscriptions.allSatisfy { $0.isActive })
  }

  @Test func `delivers it after a delay from the start of each run`() {
    let scheduler = ManualScheduler()
    let history = History<Number.Update>()
    let task = Number(.success(1), after: .seconds(2), on: scheduler)
    scheduler.advance(by: .seconds(10))
    let first = task.attach { history.record($0) }
    scheduler.advance(by: .seconds(1))
    first.invalidate()
    #expect(scheduler.pendingJobs == 0)
    let second = task.attach { history.record($0) }
    scheduler.advance(by: .milliseconds(1_999))
    #expect(history.events.isEmpty)
    scheduler.advance(by: .milliseconds(1))
    #expect(history.events == [.completed(.success(1))])
    #expect(!second.isActive)
  }

  @Test func `can fail after a delay`() {
    let scheduler = ManualScheduler()
    let history = History<Number.Update>()
    let subscription = Number(.failure(Refusal()), after: .seconds(1), on: scheduler).attach { history.record($0) }
    scheduler.advance(by: .seconds(1))
    #expect(history.events == [.completed(.failure(Refusal()))])
    #expect(!subscription.isActive)
  }
}
