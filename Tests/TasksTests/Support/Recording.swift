import TidingsCore

/// Follows a task to its result, keeping the reports on the way.
final class Recording<Progress: Sendable, Success: Sendable>: Sendable {
  private let state = EventState(State())
  private let token = Locked<Subscription?>(nil)

  private struct State: Sendable {
    var reports: [Progress] = []
    var result: Result<Success, any Error>?
  }

  init(_ task: PublishedTask<Progress, Success, any Error>) {
    let token = task.attach { [weak self] update in self?.receive(update) }
    self.token.withLock { $0 = token }
  }

  var reports: [Progress] { state.state.reports }

  /// The task's result, once there is one.
  var result: Result<Success, any Error> {
    get async {
      await state.wait { $0.result != nil }
      return state.state.result!
    }
  }

  /// Returns when the task has reported a number of times.
  func reports(_ count: Int) async {
    await state.wait { $0.reports.count >= count }
  }

  func invalidate() {
    token.withLock { $0 }?.invalidate()
  }

  private func receive(_ update: TaskUpdate<Progress, Success, any Error>) {
    state.change { state in
      switch update {
      case .inProgress(let progress): state.reports.append(progress)
      case .completed(let result): state.result = result
      }
    }
  }
}
