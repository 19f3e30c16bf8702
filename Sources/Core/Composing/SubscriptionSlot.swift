/// Lets an operator end its upstream subscription from inside, also during the initial delivery.
///
/// The slot is filled before the first update arrives. It does not keep the subscription alive: only its token does.
@usableFromInline
package final class SubscriptionSlot: Sendable {
  private enum State: Sendable {
    case empty
    case filled(SubscriptionOwner)
    case ended
    case invalidated
  }

  private let state = Locked(State.empty)
  private let downstream: SubscriptionSlot?

  @usableFromInline
  package init() {
    downstream = nil
  }

  /// A slot for what is upstream of an operator, which is filled together with that of its downstream: so the operator
  /// can tell on which side of it the subscription has been ended.
  package init(before downstream: SubscriptionSlot) {
    self.downstream = downstream
  }

  /// Whether this has ended the subscription, or given it up.
  package var isClosed: Bool {
    switch state.withLock({ $0 }) {
    case .empty, .filled: false
    case .ended, .invalidated: true
    }
  }

  /// Whether updates may still pass.
  @usableFromInline
  package var isOpen: Bool {
    switch state.withLock({ $0 }) {
    // What was asked of the other slot is done when both are filled.
    case .empty: downstream?.isOpen ?? true
    case .filled(let owner): owner.phase.isActive
    case .ended, .invalidated: false
    }
  }

  /// Learns which subscription this is, and does at once what was asked of it before.
  @usableFromInline
  package func fill(with token: Subscription) {
    defer { downstream?.fill(with: token) }
    let owner = token.owner
    let previous = state.withLock { state in
      let previous = state
      if case .empty = state { state = .filled(owner) }
      return previous
    }
    switch previous {
    case .empty, .filled: break
    case .ended: owner.end()
    case .invalidated: owner.invalidate()
    }
  }

  /// Gives the subscription up: it gets no further update and is told of no end.
  package func invalidate() {
    if case .filled(let owner) = close(as: .invalidated) { owner.invalidate() }
  }

  /// Ends the subscription as its publisher would: its end handlers run.
  @usableFromInline
  package func end() {
    if case .filled(let owner) = close(as: .ended) { owner.end() }
  }

  private func close(as closed: State) -> State {
    state.withLock { state in
      let previous = state
      switch previous {
      case .empty, .filled: state = closed
      case .ended, .invalidated: break
      }
      return previous
    }
  }
}
