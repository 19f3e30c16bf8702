import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("Last failure")
struct LastFailureTests {
  struct Offline: Error, Equatable {}
  typealias Update = Result<Int, Offline>

  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (Broadcaster<Update>, ManualScheduler) -> Broadcaster<Update>

    init(
      _ name: String, _ apply: @escaping @Sendable (Broadcaster<Update>, ManualScheduler) -> Broadcaster<Update>
    ) {
      testDescription = name
      self.apply = apply
    }
  }

  /// Operators that drop the last of several updates in quick succession when their source ends.
  static let operators = [
    Case("sample(on:)") { source, _ in source.sample(on: Broadcaster<Void>.never) },
    Case("sample(every:)") { $0.sample(every: .seconds(1), scheduler: $1) },
    Case("debounce(atEnd: .never)") { $0.debounce(for: .seconds(1), scheduler: $1, atEnd: .never) },
    Case("throttle(trailing: false)") { $0.throttle(for: .seconds(1), scheduler: $1, trailing: false) },
    Case("throttle(latest: false)") { $0.throttle(for: .seconds(1), scheduler: $1, latest: false) },
    Case("throttle(atEnd: .never)") { $0.throttle(for: .seconds(1), scheduler: $1, atEnd: .never) },
    Case("throttle(latest: false, atEnd: .never)") {
      $0.throttle(for: .seconds(1), scheduler: $1, latest: false, atEnd: .never)
    },
    Case("throttle(latest: false, atEnd: .whenDue)") {
      $0.throttle(for: .seconds(1), scheduler: $1, latest: false, atEnd: .whenDue)
    },
    Case("collect(every:atEnd: .never)") { source, scheduler in
      source.collect(every: .seconds(1), scheduler: scheduler, atEnd: .never).compactMap(\.last)
    },
    Case("withLatest(from:)") { source, scheduler in
      source.withLatest(from: Broadcaster.after(.seconds(2), scheduler: scheduler)) { update, _ in update }
    },
  ]

  private func received(_ operation: Case, from updates: [Update]) -> [Update] {
    let source = BroadcastSource<Update>()
    let scheduler = ManualScheduler()
    let history = History<Update>()
    let subscription = operation.apply(Broadcaster(source), scheduler).attach { history.record($0) }
    for update in updates { source.send(update) }
    source.finish()
    scheduler.advance(by: .seconds(3))
    #expect(!subscription.isActive)
    return history.events
  }

  @Test(arguments: operators)
  func `arrives right before the end`(operation: Case) {
    let failure = Update.failure(Offline())
    #expect(received(operation, from: [.success(1), .success(2), failure]).last == failure)
    #expect(received(operation, from: [failure]) == [failure])
  }

  @Test(arguments: operators)
  func `is dropped like other updates when another update follows`(operation: Case) {
    let failure = Update.failure(Offline())
    #expect(!received(operation, from: [.success(1), .success(2), failure, .success(3)]).contains(failure))
  }

  @Test(arguments: operators)
  func `is the only update that arrives for its sake`(operation: Case) {
    #expect(received(operation, from: [.success(1), .success(2), .success(3)]).last != .success(3))
  }
}
