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
  var all: [Element] {
    get async {
      await wait { _, hasEnded in hasEnded }
      return updates
    }
  }

  func wait(until condition: @escaping @Sendable ([Element], _ hasEnded: Bool) -> Bool) async {
    await state.wait { condition($0.updates, $0.hasEnded) }
  }

  func invalidate() {
    token.withLock { $0 }?.invalidate()
  }
}

extension Collected {
  /// What has arrived, and the failure after it, if there was one.
  func outcome<Piece, Failure>() async -> (pieces: [Piece], failure: Failure?)
  where Element == Result<Piece, Failure> {
    var pieces: [Piece] = []
    for update in await all {
      switch update {
      case .success(let piece): pieces.append(piece)
      case .failure(let error): return (pieces, error)
      }
    }
    return (pieces, nil)
  }
}
