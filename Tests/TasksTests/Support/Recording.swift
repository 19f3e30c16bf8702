import TidingsCore

/// Follows a task to its result, keeping the reports on the way.
final class Recording<Progress: Sendable, Success: Sendable>: Sendable {
  private let state = Locked(State())
  private let token = Locked<Subscription?>(nil)

  private struct State: Sendable {
    var reports: [Progress] = []
    var result: Result<Success, any Error>?
    var waiting: [(until: @Sendable (Int, Bool) -> Bool, CheckedContinuation<Void, Never>)] = []

    mutating func ready() -> [CheckedContinuation<Void, Never>] {
      let isDue = waiting.map { $0.until(reports.count, result != nil) }
      defer { waiting = zip(waiting, isDue).filter { !$0.1 }.map(\.0) }
      return zip(waiting, isDue).filter(\.1).map(\.0.1)
    }
  }

  init(_ task: PublishedTask<Progress, Success, any Error>) {
    let token = task.attach { [weak self] update in self?.receive(update) }
    self.token.withLock { $0 = token }
  }

  var reports: [Progress] { state.withLock { $0.reports } }

  /// The task's result, once there is one.
  var result: Result<Success, any Error> {
    get async {
      await wait { _, isCompleted in isCompleted }
      return state.withLock { $0.result }!
    }
  }

  /// Returns when the task has reported a number of times.
  func reports(_ count: Int) async {
    await wait { reports, _ in reports >= count }
  }

  func invalidate() {
    token.withLock { $0 }?.invalidate()
  }

  private func wait(until condition: @escaping @Sendable (Int, Bool) -> Bool) async {
    await withCheckedContinuation { continuation in
      state.withLock {
        $0.waiting.append((condition, continuation))
        return $0.ready()
      }.forEach { $0.resume() }
    }
  }

  private func receive(_ update: TaskUpdate<Progress, Success, any Error>) {
    state.withLock {
      switch update {
      case .inProgress(let progress): $0.reports.append(progress)
      case .completed(let result): $0.result = result
      }
      return $0.ready()
    }.forEach { $0.resume() }
  }
}
