import TestSupport
import Testing
import TidingsCore
import TidingsTasks

/// Records the updates of a publisher, and waits for them. Limits are in the process's own time.
final class Recording<Update: Sendable>: Sendable {
  private let state = EventState(State())
  private let token = Locked<Subscription?>(nil)

  private struct State: Sendable {
    var updates: [Update] = []
    var hasEnded = false
  }

  /// - Parameter receive: Called with each update before it is kept.
  init(_ publisher: some Publisher<Update>, _ receive: @escaping @Sendable (Update) -> Void = { _ in }) {
    let token = publisher.attach { [weak self] update in
      receive(update)
      self?.state.change { $0.updates.append(update) }
    }
    self.token.withLock { $0 = token }
    token.whenEnded { [weak self] in self?.state.change { $0.hasEnded = true } }
  }

  var updates: [Update] { state.state.updates }

  /// All updates, after the end.
  func all(sourceLocation: SourceLocation = #_sourceLocation) async -> [Update] {
    await wait(for: "the end of a publisher", sourceLocation: sourceLocation) { _, hasEnded in hasEnded }
    return updates
  }

  func wait(
    for what: String, sourceLocation: SourceLocation = #_sourceLocation,
    until condition: @escaping @Sendable ([Update], _ hasEnded: Bool) -> Bool
  ) async {
    await state.wait(
      for: what, showing: { "\($0.updates.count) updates, the last \($0.updates.suffix(3)), ended: \($0.hasEnded)" },
      sourceLocation: sourceLocation
    ) { condition($0.updates, $0.hasEnded) }
  }

  func invalidate() {
    token.withLock { $0 }?.invalidate()
  }
}

typealias DownloadRecording = Recording<TransferTask<DownloadedFile>.Update>

/// The update of a task.
protocol UpdateOfTask {
  associatedtype Progress
  associatedtype Success

  var progress: Progress? { get }
  var result: Result<Success, any Error>? { get }
}

extension TaskUpdate: UpdateOfTask {
  var progress: Progress? { if case .inProgress(let progress) = self { progress } else { nil } }
  var result: Result<Success, any Error>? {
    if case .completed(let result) = self { result.mapError { $0 } } else { nil }
  }
}

extension Recording where Update: UpdateOfTask {
  var reports: [Update.Progress] { updates.compactMap(\.progress) }

  /// Returns after a number of reports.
  func reports(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) async {
    await wait(for: "\(count) reports of a task", sourceLocation: sourceLocation) { updates, _ in
      updates.count >= count && updates.count { $0.progress != nil } >= count
    }
  }

  /// The result of the task, after its completion.
  var result: Result<Update.Success, any Error> {
    get async { await result() }
  }

  func result(sourceLocation: SourceLocation = #_sourceLocation) async -> Result<Update.Success, any Error> {
    await wait(for: "the result of a task", sourceLocation: sourceLocation) { updates, _ in updates.last?.result != nil
    }
    return updates.last?.result ?? .failure(CancellationError())
  }

  func failure(sourceLocation: SourceLocation = #_sourceLocation) async -> TransferError? {
    if case .failure(let error) = await result(sourceLocation: sourceLocation) { error as? TransferError } else { nil }
  }
}

extension Recording {
  /// The elements, and the failure after them, if any.
  func outcome<Piece, Failure>(
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> (pieces: [Piece], failure: Failure?) where Update == Result<Piece, Failure> {
    var pieces: [Piece] = []
    for update in await all(sourceLocation: sourceLocation) {
      switch update {
      case .success(let piece): pieces.append(piece)
      case .failure(let error): return (pieces, error)
      }
    }
    return (pieces, nil)
  }
}

extension PublishedTask {
  /// The result of a task that a test starts, within the limit of a ``Recording``.
  func result(sourceLocation: SourceLocation = #_sourceLocation) async -> Result<Success, any Error> {
    await Recording(self).result(sourceLocation: sourceLocation)
  }

  /// The failure of a task, or nil if it succeeds.
  func failure(sourceLocation: SourceLocation = #_sourceLocation) async -> Failure? {
    if case .failure(let error) = await result(sourceLocation: sourceLocation) { error as? Failure } else { nil }
  }
}
