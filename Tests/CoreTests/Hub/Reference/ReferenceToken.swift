import TidingsCore

/// The token of a subscription to a ``ReferenceHub``: leaves when it goes.
final class ReferenceToken<Update: Sendable>: Sendable {
  let hub: ReferenceHub<Update>
  let id: Int

  init(hub: ReferenceHub<Update>, id: Int) {
    self.hub = hub
    self.id = id
  }

  deinit {
    if hub.isActive(id) { hub.invalidate(id) }
  }
}

/// Ends a subscription to a ``ReferenceHub`` from inside, also before its token is known.
final class ReferenceSlot<Update: Sendable>: Sendable {
  private enum State: Sendable {
    case empty
    case filled(ReferenceHub<Update>, Int)
    case ended
  }

  private let state = Locked(State.empty)

  init() {}

  func fill(with hub: ReferenceHub<Update>, _ id: Int) {
    let isEnded = state.withLock { state in
      if case .ended = state { return true }
      state = .filled(hub, id)
      return false
    }
    if isEnded { hub.end(id) }
  }

  func end() {
    let previous = state.withLock { state in
      defer { state = .ended }
      return state
    }
    if case .filled(let hub, let id) = previous { hub.end(id) }
  }
}
