import TestSupport
import Testing
import Tidings
import TidingsCore

/// A publisher that follows another one's end is not started while both are being given up.
@Suite("The next in turn")
struct NextInTurnTests {
  /// Two publishers, of which the second is subscribed to when the first has ended.
  struct Rig: Sendable {
    typealias Outcome = Result<Int, Failure>

    struct Failure: Error {}

    let first = TaskSource<Never, Int, Failure>()
    let starts = History<String>()

    var second: PublishedTask<Never, Int, Failure> {
      PublishedTask(start: { [starts] run in
        starts.record("second")
        run.succeed(2)
        return .ended
      })
    }
  }

  /// How an operator goes on from the first to the second.
  struct Operator: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var firstFails = false
    let attach: @Sendable (Rig) -> Subscription

    init(
      _ name: String, firstFails: Bool = false, _ attach: @escaping @Sendable (Rig) -> Subscription
    ) {
      (testDescription, self.firstFails, self.attach) = (name, firstFails, attach)
    }
  }

  static let operators = [
    Operator("concatMap") { rig in
      BroadcastSource<Int>().prepend(1, 2).concatMap { $0 == 1 ? rig.first.publishedTask : rig.second }.attach { _ in }
    },
    Operator("flatMap(maximumConcurrent:)") { rig in
      BroadcastSource<Int>().prepend(1, 2)
        .flatMap(maximumConcurrent: 1) { $0 == 1 ? rig.first.publishedTask : rig.second }.attach { _ in }
    },
    Operator("concatenated()") { rig in [rig.first.publishedTask, rig.second].concatenated().attach { _ in } },
    Operator("flatMap of a task") { rig in rig.first.publishedTask.flatMap { _ in rig.second }.attach { _ in } },
    Operator("catch", firstFails: true) { rig in rig.first.publishedTask.catch { _ in rig.second }.attach { _ in } },
    Operator("retrying(attempts:)", firstFails: true) { rig in
      PublishedTask.retrying(attempts: 2) { $0 == 1 ? rig.first.publishedTask : rig.second }.attach { _ in }
    },
  ]

  private func end(_ rig: Rig, _ subject: Operator) {
    if subject.firstFails { rig.first.fail(Rig.Failure()) } else { rig.first.succeed(1) }
  }

  @Test(arguments: operators)
  func `does not start when the bag in which the first ends gives up the operator`(subject: Operator) {
    let rig = Rig()
    let token = subject.attach(rig)
    [Subscription { end(rig, subject) }, token].invalidateAll()
    #expect(rig.starts.events == [])
  }

  @Test(arguments: operators)
  func `starts when the bag in which the first ends has been emptied`(subject: Operator) {
    let rig = Rig()
    let token = subject.attach(rig)
    [
      Subscription { end(rig, subject) },
      Subscription { rig.starts.record("all given up") },
    ].invalidateAll()
    #expect(rig.starts.events == ["all given up", "second"])
    withExtendedLifetime(token) {}
  }

  @Test(arguments: operators)
  func `starts immediately when nothing is being given up`(subject: Operator) {
    let rig = Rig()
    let token = subject.attach(rig)
    end(rig, subject)
    #expect(rig.starts.events == ["second"])
    withExtendedLifetime(token) {}
  }
}
