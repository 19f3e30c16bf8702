import TidingsCore

/// Keeps what a broadcaster sends, and waits for it.
final class Collected<Element: Sendable>: Sendable {
  private let state = Locked(State())
  private let token = Locked<Subscription?>(nil)

  private struct State: Sendable {
    var updates: [Element] = []
    var hasEnded = false
    var waiting: [(until: @Sendable ([Element], Bool) -> Bool, CheckedContinuation<Void, Never>)] = []

    mutating func ready() -> [CheckedContinuation<Void, Never>] {
      let isDue = waiting.map { $0.until(updates, hasEnded) }
      defer { waiting = zip(waiting, isDue).filter { !$0.1 }.map(\.0) }
      return zip(waiting, isDue).filter(\.1).map(\.0.1)
    }
  }

  /// - Parameter receive: Called with each update in addition, where it comes.
  init(_ broadcaster: Broadcaster<Element>, _ receive: @escaping @Sendable (Element) -> Void = { _ in }) {
    let token = broadcaster.attach { [weak self] update in
      receive(update)
      self?.change { $0.updates.append(update) }
    }
    self.token.withLock { $0 = token }
    token.whenEnded { [weak self] in self?.change { $0.hasEnded = true } }
  }

  var updates: [Element] { state.withLock { $0.updates } }

  /// Everything, once it has ended.
  var all: [Element] {
    get async {
      await wait { _, hasEnded in hasEnded }
      return updates
    }
  }

  func wait(until condition: @escaping @Sendable ([Element], _ hasEnded: Bool) -> Bool) async {
    await withCheckedContinuation { continuation in
      state.withLock {
        $0.waiting.append((condition, continuation))
        return $0.ready()
      }.forEach { $0.resume() }
    }
  }

  func invalidate() {
    token.withLock { $0 }?.invalidate()
  }

  private func change(_ body: @Sendable (inout State) -> Void) {
    state.withLock { state in
      body(&state)
      return state.ready()
    }.forEach { $0.resume() }
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
