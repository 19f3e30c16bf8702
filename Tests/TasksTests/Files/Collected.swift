import TestSupport
import Testing
import TidingsCore

/// Keeps what a broadcaster sends, and waits for it.
final class Collected<Element: Sendable>: Sendable {
  private let state = EventState(State())
  private let token = Locked<Subscription?>(nil)

  private struct State: Sendable {
    var updates: [Element] = []
    var hasEnded = false
  }

  /// - Parameter receive: Called with each update in addition, where it comes.
  init(_ broadcaster: Broadcaster<Element>, _ receive: @escaping @Sendable (Element) -> Void = { _ in }) {
    let token = broadcaster.attach { [weak self] update in
      receive(update)
      self?.state.change { $0.updates.append(update) }
    }
    self.token.withLock { $0 = token }
    token.whenEnded { [weak self] in self?.state.change { $0.hasEnded = true } }
  }

  var updates: [Element] { state.state.updates }

  /// Everything, once it has ended.
  func all(
    within limit: Duration = WaitLimit.standard, sourceLocation: SourceLocation = #_sourceLocation
  ) async -> [Element] {
    await wait(for: "the end of a broadcaster", within: limit, sourceLocation: sourceLocation) { _, hasEnded in hasEnded
    }
    return updates
  }

  func wait(
    for what: String, within limit: Duration = WaitLimit.standard, sourceLocation: SourceLocation = #_sourceLocation,
    until condition: @escaping @Sendable ([Element], _ hasEnded: Bool) -> Bool
  ) async {
    await state.wait(
      for: what, within: limit,
      showing: { "\($0.updates.count) updates, the last \($0.updates.suffix(3)), ended: \($0.hasEnded)" },
      sourceLocation: sourceLocation
    ) { condition($0.updates, $0.hasEnded) }
  }

  func invalidate() {
    token.withLock { $0 }?.invalidate()
  }
}

extension Collected {
  /// The received elements, and the failure after them, if any.
  func outcome<Piece, Failure>(
    sourceLocation: SourceLocation = #_sourceLocation
  ) async -> (pieces: [Piece], failure: Failure?)
  where Element == Result<Piece, Failure> {
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
