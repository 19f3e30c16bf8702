/// A handle with which the closure of a subscription can end it, even before the token is known.
///
/// The handle retains the subscriber, not the token. The subscription still lasts only as long as its token.
@usableFromInline
package final class SubscriptionHandle: Sendable {
  private struct State: Sendable {
    var owner: SubscriptionOwner?
    var isEnded = false
  }

  private let state = Locked(State())

  @usableFromInline
  package init() {}

  func fill(with token: Subscription) {
    let isEnded = state.withLock { state in
      if !state.isEnded { state.owner = token.owner }
      return state.isEnded
    }
    if isEnded { token.owner.end() }
  }

  /// Ends the subscription as its publisher would, so that its end handlers run.
  @usableFromInline
  package func end() {
    let owner = state.withLock { state in
      state.isEnded = true
      return state.owner.take()
    }
    owner?.end()
  }
}
