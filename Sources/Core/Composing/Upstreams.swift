/// The subscriptions of an operator to other publishers, which are cancelled together.
@usableFromInline
package final class Upstreams: SubscriptionOwner, @unchecked Sendable {
  /// The key of one of the subscriptions.
  @frozen @usableFromInline
  package struct Key: Hashable, Sendable {
    fileprivate let number: Int
    /// The key of a subscription that was not made, because all have been cancelled.
    @usableFromInline package static let none = Key(number: 0)
  }

  private struct State: Sendable {
    /// The subscriptions that are neither ended nor cancelled. The token is nil while `attach` is in progress.
    var tokens: [Key: Subscription?] = [:]
    var latest = 0
    var isClosed = false
    /// Called when the last subscription has ended.
    var allEnded: (@Sendable () -> Void)?
  }

  // `@unchecked` repeats the conformance of the superclass. The only state is behind the lock.
  private let state = Locked(State())

  @usableFromInline
  package override init() { super.init() }

  /// A token that cancels all of them.
  @usableFromInline
  package var token: Subscription { Subscription(owner: self) }

  /// Subscribes, unless all subscriptions have been cancelled.
  ///
  /// - Parameters:
  ///   - ended: Called when this upstream has ended, after its last update.
  ///   - receive: Called with each update.
  /// - Returns: The key that ``disconnect(_:)`` takes.
  @discardableResult
  @inlinable
  package func connect<Upstream: Publisher>(
    _ upstream: Upstream, ended: (@Sendable () -> Void)? = nil,
    _ receive: @escaping @Sendable (Upstream.Update) -> Void
  ) -> Key {
    guard let key = begin() else { return .none }
    keep(upstream.attach(receive) { [self] in end(key, ended) }, for: key)
    return key
  }

  /// Schedules a job, which is cancelled together with the subscriptions.
  ///
  /// - Returns: The key that ``disconnect(_:)`` takes.
  @discardableResult
  @usableFromInline
  package func schedule(
    on scheduler: some UpdateScheduler, after delay: Duration, tolerance: Duration,
    _ job: @escaping @Sendable () -> Void
  ) -> Key {
    guard let key = begin() else { return .none }
    keep(scheduler.enqueue(after: delay, tolerance: tolerance) { [self] in end(key, job) }, for: key)
    return key
  }

  @usableFromInline
  func begin() -> Key? {
    state.withLock { state in
      guard !state.isClosed else { return nil }
      state.latest += 1
      let key = Key(number: state.latest)
      state.tokens[key] = .some(nil)
      return key
    }
  }

  @usableFromInline
  func keep(_ token: Subscription, for key: Key) {
    let isWanted = state.withLock { state in
      guard state.tokens[key] != nil else { return false }
      state.tokens[key] = token
      return true
    }
    if !isWanted { token.invalidate() }
  }

  /// Removes an upstream that has ended. Has no effect if the upstream was cancelled before.
  @usableFromInline
  func end(_ key: Key, _ ended: (@Sendable () -> Void)?) {
    guard state.withLock({ $0.tokens[key] != nil }) else { return }
    ended?()
    let (token, allEnded) = state.withLock { state -> (Subscription??, (@Sendable () -> Void)?) in
      let token = state.tokens.removeValue(forKey: key)
      return (token, token != nil && state.tokens.isEmpty ? state.allEnded.take() : nil)
    }
    token??.retire()
    allEnded?()
  }

  /// Cancels one of them.
  @usableFromInline
  package func disconnect(_ key: Key) {
    let token = state.withLock { $0.tokens.removeValue(forKey: key) }
    token??.invalidate()
  }

  /// Calls the action when the last one ends, or now if none is left. Cancelling the last one does not count as an end,
  /// because an operator that does so connects another.
  @usableFromInline
  package func whenAllEnded(_ action: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      guard !state.isClosed, !state.tokens.isEmpty else { return !state.isClosed }
      state.allEnded = action
      return false
    }
    if isOver { action() }
  }

  package override func invalidate() {
    let former = state.withLock { state in
      defer {
        state = State()
        state.isClosed = true
      }
      return state
    }
    let tokens = former.tokens.sorted { $0.key.number < $1.key.number }.compactMap(\.value)
    if tokens.count > 1 {
      Nesting.giveUp { for token in tokens { token.invalidate() } }
    } else {
      tokens.first?.invalidate()
    }
  }

  package override var phase: SubscriptionPhase { state.withLock { $0.isClosed } ? .invalidated : .live }
}
