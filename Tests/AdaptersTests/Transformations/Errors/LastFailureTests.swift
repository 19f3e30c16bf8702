import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("The last failure of results, and the result of a task")
struct LastFailureTests {
  struct Offline: Error, Equatable {}
  typealias Progress = TaskUpdate<Int, Int, Offline>
  typealias Answer = Result<Int, Offline>

  struct Case<Update: Sendable>: Sendable, CustomTestStringConvertible {
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
  static func operators<Update: Sendable>(of type: Update.Type) -> [Case<Update>] {
    [
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
  }

  private func received<Update>(_ operation: Case<Update>, from updates: [Update]) -> [Update] {
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

  @Test(arguments: operators(of: Answer.self))
  func `is delivered right before the end`(operation: Case<Answer>) {
    let failure = Answer.failure(Offline())
    #expect(received(operation, from: [.success(1), .success(2), failure]).last == failure)
    #expect(received(operation, from: [failure]) == [failure])
  }

  @Test(arguments: operators(of: Answer.self))
  func `is dropped like other updates when another update follows`(operation: Case<Answer>) {
    let failure = Answer.failure(Offline())
    #expect(!received(operation, from: [.success(1), .success(2), failure, .success(3)]).contains(failure))
  }

  @Test(arguments: operators(of: Answer.self))
  func `is the only update that is delivered in this way`(operation: Case<Answer>) {
    #expect(received(operation, from: [.success(1), .success(2), .success(3)]).last != .success(3))
  }

  @Test(arguments: operators(of: Progress.self))
  func `of a task is delivered right before the end`(operation: Case<Progress>) {
    for result in [Progress.completed(.success(3)), .completed(.failure(Offline()))] {
      #expect(received(operation, from: [.inProgress(1), .inProgress(2), result]).last == result)
    }
  }
}
