/// The subscriptions of an operator to other publishers, which are cancelled together.
@usableFromInline
package final class Upstreams: SubscriptionOwner, @unchecked Sendable {
  /// The key of one of the subscriptions.
  @frozen @usableFromInline
  package struct Key: Equatable, Sendable {
    fileprivate let index: Int
    fileprivate let number: Int
    /// The key of a subscription that was not made because all were cancelled before.
    @usableFromInline package static let none = Key(index: 0, number: -1)
  }

  /// The subscriptions that have neither ended nor been cancelled.
  ///
  /// An array with a list of free elements, because hashing took a fifth of the time of a switch to another publisher.
  private struct State: Sendable {
    private struct Element: Sendable {
      /// Zero if the element is free.
      var number = 0
      /// Nil while `attach` is in progress.
      var token: Subscription?
    }

    private var elements: [Element] = []
    private var free: [Int] = []
    private var latest = 0
    /// Called when the last subscription has ended.
    var allEnded: (@Sendable () -> Void)?

    var isEmpty: Bool { free.count == elements.count }

    func contains(_ key: Key) -> Bool {
      key.index < elements.count && elements[key.index].number == key.number
    }

    mutating func add() -> Key {
      latest += 1
      let index = free.popLast() ?? elements.count
      if index == elements.count { elements.append(Element()) }
      elements[index].number = latest
      return Key(index: index, number: latest)
    }

    mutating func set(_ token: Subscription, for key: Key) { elements[key.index].token = token }

    /// Returns nil if the subscription was removed before, and a token that is nil while `attach` is in progress.
    mutating func remove(_ key: Key) -> Subscription?? {
      guard contains(key) else { return nil }
      defer {
        elements[key.index] = Element()
        free.append(key.index)
      }
      return .some(elements[key.index].token)
    }

    var tokens: [Subscription] { elements.compactMap(\.token) }
  }

  // `@unchecked` repeats the conformance of the superclass. The only state is behind the lock.
  private let state = Locked(State())

  @usableFromInline
  package init() { super.init() }

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
    keep(upstream.attach(receive) { [self] in end(key) { ended?() } }, for: key)
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
      isActive ? state.add() : nil
    }
  }

  @usableFromInline
  func keep(_ token: Subscription, for key: Key) {
    let isWanted = state.withLock { state in
      guard state.contains(key) else { return false }
      state.set(token, for: key)
      return true
    }
    if !isWanted { token.invalidate() }
  }

  /// Removes an upstream that has ended. Has no effect if the upstream was cancelled before.
  @usableFromInline
  func end(_ key: Key, _ ended: () -> Void) {
    guard state.withLock({ $0.contains(key) }) else { return }
    ended()
    let (token, allEnded) = state.withLock { state -> (Subscription??, (@Sendable () -> Void)?) in
      let token = state.remove(key)
      return (token, token != nil && state.isEmpty ? state.allEnded.take() : nil)
    }
    token??.retire()
    allEnded?()
  }

  /// Cancels one of them.
  @usableFromInline
  package func disconnect(_ key: Key) {
    let token = state.withLock { $0.remove(key) }
    token??.invalidate()
  }

  /// Calls the action when the last one ends, or now if none is left.
  ///
  /// Cancelling the last one does not count as an end, because an operator that does so connects another.
  @usableFromInline
  package func whenAllEnded(_ action: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      guard isActive, !state.isEmpty else { return isActive }
      state.allEnded = action
      return false
    }
    if isOver { action() }
  }

  package override func invalidate() {
    let former = state.withLock { state in
      defer { state = State() }
      _ = close(as: .invalidated)
      return state
    }
    let tokens = former.tokens
    if tokens.count > 1 {
      Nesting.giveUp { for token in tokens { token.invalidate() } }
    } else {
      tokens.first?.invalidate()
    }
  }

  override func underLock(_ body: () -> Void) { state.withLock { _ in body() } }
}
