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
      /// Nil until `attach` has returned.
      var token: Subscription?
      /// The `attach` that is in progress.
      var attaching: Attaching?
    }

    /// Work that waits until an `attach` has returned.
    struct Waiting: Sendable {
      let number: Int
      let work: @Sendable () -> Void
    }

    /// An `attach` in progress, with the number of starts on its thread before it.
    struct Attaching: Sendable {
      let thread: ThreadID
      let startCount: Int
    }

    private var elements: [Element] = []
    private var free: [Int] = []
    private var latest = 0
    /// The subscriptions that were removed while `attach` was in progress, and its threads.
    private var cancelled: [(number: Int, thread: ThreadID)] = []
    private var waiting: [Waiting] = []
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

    func isAttaching(_ key: Key, on thread: ThreadID) -> Bool { elements[key.index].attaching?.thread == thread }

    /// Records an `attach`, or returns the subscription that was cancelled inside its own, which comes first.
    ///
    /// - Parameter replacesAny: Whether that `attach` can be on any thread, rather than on this one.
    mutating func beginAttaching(_ key: Key, _ attaching: Attaching, replacesAny: Bool) -> Int? {
      if let former = cancelled.last(where: { replacesAny || $0.thread == attaching.thread }) { return former.number }
      elements[key.index].attaching = attaching
      return nil
    }

    mutating func wait(for number: Int, _ work: @escaping @Sendable () -> Void) {
      waiting.append(Waiting(number: number, work: work))
    }

    /// Keeps the token if the subscription is still wanted. Returns the work that has waited for it.
    mutating func endAttaching(_ key: Key, _ token: Subscription) -> (isWanted: Bool, waiting: [Waiting]) {
      let isWanted = contains(key)
      if isWanted { (elements[key.index].token, elements[key.index].attaching) = (token, nil) }
      if !cancelled.isEmpty { cancelled.removeAll { $0.number == key.number } }
      guard !waiting.isEmpty else { return (isWanted, []) }
      defer { waiting.removeAll { $0.number == key.number } }
      return (isWanted, waiting.filter { $0.number == key.number })
    }

    /// Returns nil if the subscription was removed before. Without a token, its `attach` has not returned.
    mutating func remove(_ key: Key) -> (token: Subscription?, attaching: Attaching?)? {
      guard contains(key) else { return nil }
      let element = elements[key.index]
      elements[key.index] = Element()
      free.append(key.index)
      if let thread = element.attaching?.thread { cancelled.append((key.number, thread)) }
      return (element.token, element.attaching)
    }

    var tokens: [Subscription] { elements.compactMap(\.token) }

    var attaching: [Attaching] { elements.compactMap(\.attaching) }
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
    guard let (key, waits) = begin() else { return .none }
    @Sendable func attach() { keep(upstream.attach(receive) { [self] in end(key) { ended?() } }, for: key) }
    if waits { wait(attach, for: key) } else { attach() }
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
    guard let key = state.withLock({ isActive ? $0.add() : nil }) else { return .none }
    keep(scheduler.enqueue(after: delay, tolerance: tolerance) { [self] in finish(key, job) }, for: key)
    return key
  }

  /// Begins a subscription, unless all are cancelled.
  ///
  /// - Parameter replacesAny: Whether it may replace one that was cancelled on any thread, rather than on this one.
  /// - Returns: Also whether another subscription was cancelled inside its `attach`, which must return before.
  @usableFromInline
  func begin(replacesAny: Bool = false) -> (key: Key, waits: Bool)? {
    let attaching = State.Attaching(thread: .current, startCount: Nesting.startCount)
    return state.withLock { state in
      guard isActive else { return nil }
      let key = state.add()
      return (key, waits: state.beginAttaching(key, attaching, replacesAny: replacesAny) != nil)
    }
  }

  /// Subscribes when the subscription that was cancelled inside its `attach` is over. So its publisher can start again.
  @usableFromInline
  func wait(_ attach: @escaping @Sendable () -> Void, for key: Key, replacesAny: Bool = false) {
    let attaching = State.Attaching(thread: .current, startCount: Nesting.startCount)
    let isNext = state.withLock { state in
      guard state.contains(key) else { return false }
      guard let number = state.beginAttaching(key, attaching, replacesAny: replacesAny) else { return true }
      state.wait(for: number) { [self] in wait(attach, for: key, replacesAny: replacesAny) }
      return false
    }
    if isNext { attach() }
  }

  @usableFromInline
  func keep(_ token: Subscription, for key: Key) {
    let (isWanted, waiting) = state.withLock { $0.endAttaching(key, token) }
    if !isWanted { token.invalidate() }
    for waiting in waiting { Nesting.perform(isStart: true, waiting.work) }
  }

  /// Removes an upstream that has ended. Has no effect if the upstream was cancelled before.
  ///
  /// An end inside `attach` waits until that has returned. So all publishers that were started for it are over, and
  /// start again for the next subscription.
  @usableFromInline
  func end(_ key: Key, _ ended: @escaping @Sendable () -> Void) {
    let thread = ThreadID.current
    let waits = state.withLock { state in
      guard state.contains(key), state.isAttaching(key, on: thread) else { return false }
      state.wait(for: key.number) { [self] in finish(key, ended) }
      return true
    }
    if !waits { finish(key, ended) }
  }

  private func finish(_ key: Key, _ ended: () -> Void) {
    guard state.withLock({ $0.contains(key) }) else { return }
    ended()
    let (removed, allEnded) = state.withLock { state in
      let removed = state.remove(key)
      return (removed, removed != nil && state.isEmpty ? state.allEnded.take() : nil)
    }
    removed?.token?.retire()
    allEnded?()
  }

  /// Cancels one of them.
  @usableFromInline
  package func disconnect(_ key: Key) {
    guard let removed = state.withLock({ $0.remove(key) }) else { return }
    if let attaching = removed.attaching { cancelStart(of: attaching) }
    removed.token?.invalidate()
  }

  /// Notifies the publisher that is being started, which otherwise learns of the cancellation when `attach` has returned.
  private func cancelStart(of attaching: State.Attaching) {
    if attaching.thread == .current { Nesting.cancelStart(after: attaching.startCount) }
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
    for attaching in former.attaching { cancelStart(of: attaching) }
    let tokens = former.tokens
    if tokens.count > 1 {
      Nesting.giveUp { for token in tokens { token.invalidate() } }
    } else {
      tokens.first?.invalidate()
    }
  }

  override func underLock(_ body: () -> Void) { state.withLock { _ in body() } }
}
