import TestSupport
import Testing
import TidingsCore

/// Follows a task to its result, keeping the reports on the way.
final class Recording<Progress: Sendable, Success: Sendable>: Sendable {
  private let state = EventState(State())
  private let token = Locked<Subscription?>(nil)

  private struct State: Sendable {
    var reports: [Progress] = []
    var result: Result<Success, any Error>?
  }

  init<Failure: Error>(_ task: PublishedTask<Progress, Success, Failure>) {
    let token = task.attach { [weak self] update in self?.receive(update) }
    self.token.withLock { $0 = token }
  }

  var reports: [Progress] { state.state.reports }

  /// The task's result, once there is one.
  var result: Result<Success, any Error> {
    get async { await result() }
  }

  /// The task's result, once there is one. When its limit is over before, the test fails, and so does the result.
  func result(
    within limit: Duration = WaitLimit.standard, sourceLocation: SourceLocation = #_sourceLocation
  ) async -> Result<Success, any Error> {
    await state.wait(
      for: "the result of a task", within: limit, showing: Self.describe, sourceLocation: sourceLocation
    ) { $0.result != nil }
    return state.state.result ?? .failure(NoResult())
  }

  struct NoResult: Error {}

  /// Returns when the task has reported a number of times.
  func reports(
    _ count: Int, within limit: Duration = WaitLimit.standard, sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    await state.wait(
      for: "\(count) reports of a task", within: limit, showing: Self.describe, sourceLocation: sourceLocation
    ) { $0.reports.count >= count }
  }

  private static func describe(_ state: State) -> String {
    let last = state.reports.last.map { "the last is \($0)" } ?? "none"
    return "\(state.reports.count) reports, \(last); result: \(state.result.map { "\($0)" } ?? "none")"
  }

  func invalidate() {
    token.withLock { $0 }?.invalidate()
  }

  private func receive<Failure: Error>(_ update: TaskUpdate<Progress, Success, Failure>) {
    state.change { state in
      switch update {
      case .inProgress(let progress): state.reports.append(progress)
      case .completed(let result): state.result = result.mapError { $0 }
      }
    }
  }
}

extension PublishedTask {
  /// The value of a task that a test starts and waits for, in no more than the limit of a ``Recording``.
  func result(sourceLocation: SourceLocation = #_sourceLocation) async -> Result<Success, any Error> {
    await Recording(self).result(sourceLocation: sourceLocation)
  }

  /// The failure of a task, or nil if it succeeds.
  func failure(sourceLocation: SourceLocation = #_sourceLocation) async -> Failure? {
    if case .failure(let error) = await result(sourceLocation: sourceLocation) { error as? Failure } else { nil }
  }
}
