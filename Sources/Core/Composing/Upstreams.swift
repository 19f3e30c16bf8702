/// The subscriptions of an operator to other publishers, which are cancelled together.
@usableFromInline package final class Upstreams: SubscriptionOwner, @unchecked Sendable {
  @frozen @usableFromInline package struct Key: Equatable, Sendable {
    fileprivate let index: Int
    fileprivate let number: Int
    /// The key of a subscription that was not made because all were cancelled before.
    @usableFromInline package static let none = Key(index: 0, number: -1)
  }

  /// An array with a list of free elements, because hashing took a fifth of the time of a switch to another publisher.
  private struct State: Sendable {
    struct Element: Sendable {
      /// Zero if the element is free.
      var number = 0
      /// Nil until `attach` has returned.
      var token: Subscription?
      /// The receiver of updates inside `attach`.
      var receiver: SubscriptionOwner?

      func invalidate() {
        receiver?.invalidate()
        token?.invalidate()
      }
    }

    private(set) var elements: [Element] = []
    private var free: [Int] = []
    private var latest = 0
    var allEnded: (@Sendable () -> Void)?

    var isEmpty: Bool { free.count == elements.count }
    func contains(_ key: Key) -> Bool { key.index < elements.count && elements[key.index].number == key.number }

    mutating func add() -> Key {
      latest += 1
      let index = free.popLast() ?? elements.count
      if index == elements.count { elements.append(Element()) }
      elements[index].number = latest
      return Key(index: index, number: latest)
    }

    /// Returns false if the subscription was removed before.
    mutating func change(_ key: Key, _ body: (inout Element) -> Void) -> Bool {
      guard contains(key) else { return false }
      body(&elements[key.index])
      return true
    }

    /// Returns nil if the subscription was removed before.
    mutating func remove(_ key: Key) -> Element? {
      guard contains(key) else { return nil }
      defer {
        elements[key.index] = Element()
        free.append(key.index)
      }
      return elements[key.index]
    }
  }

  private struct Place: ReceiverPlace {
    let upstreams: Upstreams
    let key: Key

    var isWanted: Bool { upstreams.state.withLock { $0.contains(key) } }

    func keep(_ receiver: SubscriptionOwner?) -> Bool {
      let isKept = upstreams.state.withLock { $0.change(key) { $0.receiver = receiver } }
      if !isKept { receiver?.invalidate() }
      return isKept
    }
  }

  // `@unchecked` repeats the conformance of the superclass. The only state is behind the lock.
  private let state = Locked(State())

  @usableFromInline package init() { super.init() }
  @usableFromInline package var token: Subscription { Subscription(owner: self) }

  /// Subscribes, unless all subscriptions have been cancelled.
  @discardableResult @inlinable package func connect<Upstream: Publisher>(
    _ upstream: Upstream, ended: (@Sendable () -> Void)? = nil,
    _ receive: @escaping @Sendable (Upstream.Update) -> Void
  ) -> Key {
    guard let key = begin() else { return .none }
    attach(for: key) { upstream.attach(receive) { [self] in end(key) { ended?() } } }
    return key
  }

  /// Schedules a job, which is cancelled together with the subscriptions.
  @discardableResult @usableFromInline package func schedule(
    on scheduler: some UpdateScheduler, after delay: Duration, tolerance: Duration,
    _ job: @escaping @Sendable () -> Void
  ) -> Key {
    guard let key = begin() else { return .none }
    keep(scheduler.enqueue(after: delay, tolerance: tolerance) { [self] in end(key, job) }, for: key)
    return key
  }

  @usableFromInline func begin() -> Key? { state.withLock { isActive ? $0.add() : nil } }

  /// Calls `attach` of a publisher. A cancellation of the subscription during the call cancels its receiver.
  @usableFromInline func attach(for key: Key, _ attach: () -> Subscription) {
    keep(Nesting.subscribing(for: Place(upstreams: self, key: key), attach), for: key)
  }

  private func keep(_ token: Subscription, for key: Key) {
    if !state.withLock({ $0.change(key) { $0.token = token } }) { token.invalidate() }
  }

  /// Removes an upstream that has ended. Has no effect if the upstream was cancelled before.
  @usableFromInline func end(_ key: Key, _ ended: () -> Void) {
    guard state.withLock({ $0.contains(key) }) else { return }
    ended()
    let (removed, allEnded) = state.withLock { state in
      let removed = state.remove(key)
      return (removed, removed != nil && state.isEmpty ? state.allEnded.take() : nil)
    }
    removed?.token?.retire()
    allEnded?()
  }

  @usableFromInline package func disconnect(_ key: Key) {
    guard let removed = state.withLock({ $0.remove(key) }) else { return }
    Nesting.leavePlace()
    removed.invalidate()
  }

  /// Calls the action when the last one ends, or now if none is left.
  ///
  /// Cancelling the last one does not count as an end, because an operator that does so connects another.
  @usableFromInline package func whenAllEnded(_ action: @escaping @Sendable () -> Void) {
    let isOver = state.withLock { state in
      guard isActive, !state.isEmpty else { return isActive }
      state.allEnded = action
      return false
    }
    if isOver { action() }
  }

  package override func invalidate() {
    let (former, dropped) = state.withLock { state in
      defer { state = State() }
      return (state, close(as: .invalidated))
    }
    withExtendedLifetime(dropped) {}
    Nesting.leavePlace()
    if former.elements.count > 1 {
      Nesting.giveUp { for element in former.elements { element.invalidate() } }
    } else {
      former.elements.first?.invalidate()
    }
  }

  override func underLock(_ body: () -> Void) { state.withLock { _ in body() } }
}

extension Hub {
  /// Creates a hub that subscribes to other publishers while it has subscribers.
  ///
  /// - Parameter connect: Subscribes to them. They are cancelled also if the last subscriber leaves during the call.
  @usableFromInline package convenience init(
    remembering limit: Int = 0, initial: Update? = nil, keepsMemory: Bool = false, startsOnce: Bool = false,
    connect: @escaping @Sendable (Hub, RunID, Upstreams) -> Void
  ) {
    self.init(remembering: limit, initial: initial, keepsMemory: keepsMemory, startsOnce: startsOnce) { hub, run in
      let upstreams = Upstreams()
      let token = upstreams.token
      hub.withLock { hub.lifecycle?.change { $0.starting(token) } }
      connect(hub, run, upstreams)
      return token
    }
  }
}
