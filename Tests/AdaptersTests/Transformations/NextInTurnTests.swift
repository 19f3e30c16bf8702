import TestSupport
import Testing
import Tidings
import TidingsCore

/// A publisher that starts after the end of another one is not started while both are being cancelled.
@Suite("The next publisher")
struct NextInTurnTests {
  /// Two publishers. An operator subscribes to the second one when the first has ended.
  struct Fixture: Sendable {
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

  /// An operator that continues with the second publisher after the first.
  struct Operator: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var firstFails = false
    let attach: @Sendable (Fixture) -> Subscription

    init(
      _ name: String, firstFails: Bool = false, _ attach: @escaping @Sendable (Fixture) -> Subscription
    ) {
      (testDescription, self.firstFails, self.attach) = (name, firstFails, attach)
    }
  }

  static let operators = [
    Operator("concatMap") { fixture in
      BroadcastSource<Int>().prepend(1, 2).concatMap { $0 == 1 ? fixture.first.publishedTask : fixture.second }.attach {
        _ in
      }
    },
    Operator("flatMap(maximumConcurrent:)") { fixture in
      BroadcastSource<Int>().prepend(1, 2)
        .flatMap(maximumConcurrent: 1) { $0 == 1 ? fixture.first.publishedTask : fixture.second }.attach { _ in }
    },
    Operator("concatenated()") { fixture in
      [fixture.first.publishedTask, fixture.second].concatenated().attach { _ in }
    },
    Operator("flatMap of a task") { fixture in
      fixture.first.publishedTask.flatMap { _ in fixture.second }.attach { _ in }
    },
    Operator("catch", firstFails: true) { fixture in
      fixture.first.publishedTask.catch { _ in fixture.second }.attach { _ in }
    },
    Operator("retrying(attempts:)", firstFails: true) { fixture in
      PublishedTask.retrying(attempts: 2) { $0 == 1 ? fixture.first.publishedTask : fixture.second }.attach { _ in }
    },
  ]

  private func end(_ fixture: Fixture, _ subject: Operator) {
    if subject.firstFails { fixture.first.fail(Fixture.Failure()) } else { fixture.first.succeed(1) }
  }

  @Test(arguments: operators)
  func `does not start if the cancellation that ends the first also cancels the operator`(subject: Operator) {
    let fixture = Fixture()
    let token = subject.attach(fixture)
    [Subscription { end(fixture, subject) }, token].invalidateAll()
    #expect(fixture.starts.events == [])
  }

  @Test(arguments: operators)
  func `starts after the cancellations in which the first ended`(subject: Operator) {
    let fixture = Fixture()
    let token = subject.attach(fixture)
    [
      Subscription { end(fixture, subject) },
      Subscription { fixture.starts.record("all cancelled") },
    ].invalidateAll()
    #expect(fixture.starts.events == ["all cancelled", "second"])
    withExtendedLifetime(token) {}
  }

  @Test(arguments: operators)
  func `starts immediately if no cancellation is in progress`(subject: Operator) {
    let fixture = Fixture()
    let token = subject.attach(fixture)
    end(fixture, subject)
    #expect(fixture.starts.events == ["second"])
    withExtendedLifetime(token) {}
  }
}
