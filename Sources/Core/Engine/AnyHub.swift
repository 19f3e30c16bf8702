import Synchronization

/// The part of a hub without the type of its updates, which is compiled once and looks up no types at run time.
///
/// Invariant behind `@unchecked`: mutable state is accessed under `lock`. The list of subscribers is changed by the thread
/// that holds both the lock and the turn, and read by a thread that holds either.
@usableFromInline package class AnyHub: @unchecked Sendable {
  @usableFromInline final let turn = Turn()
  // Beside the state rather than around it: a generic lock would look up its type in unspecialised code.
  @usableFromInline final let lock = Locked<Void>(())
  @safe @exclusivity(unchecked) @usableFromInline final var subscribers = SubscriberList()
  @safe @exclusivity(unchecked) final var rareParts: RareParts?
  /// The number of active subscribers, including those that wait for a start in order to join.
  @safe @exclusivity(unchecked) @usableFromInline final var activeCount: Int32 = 0
  /// Between deliveries, at least the number of inactive subscribers in the list.
  @safe @exclusivity(unchecked) private final var inactiveCount: Int32 = 0
  @safe @exclusivity(unchecked) @usableFromInline final var isFinished = false
  /// Whether updates are accepted under the lock, because they are kept.
  @usableFromInline final let keepsUpdates: Bool
  #if DEBUG
    private let liveMark = LiveMark.make(for: .server)
  #endif

  init(keepsUpdates: Bool) { self.keepsUpdates = keepsUpdates }

  /// The parts that most hubs do not need. They stand apart, so that a hub is small.
  final class RareParts {
    /// Subscribers that joined during the current delivery, in order. Each has a `join` entry in the queue.
    @safe @exclusivity(unchecked) var joining = FIFO<Subscriber>()
    /// Subscribers that left during the current delivery.
    @safe @exclusivity(unchecked) var leaving: [Subscriber] = []
    /// The hub of ``AnyHub/runningHub``, if it was requested. It does not keep this one alive.
    @safe @exclusivity(unchecked) var running: Hub<Bool>?

    deinit { running?.finish() }
  }

  @inlinable @inline(__always) final func withLock<Result: Sendable>(_ body: () -> Result) -> Result {
    lock.withLock { _ in body() }
  }

  @usableFromInline package final var hasSubscribers: Bool { withLock { activeCount } > 0 }
  package final var subscriberCount: Int { Int(withLock { activeCount }) }

  // MARK: Under the lock

  final func makeRareParts() -> RareParts {
    let parts = rareParts ?? RareParts()
    rareParts = parts
    return parts
  }

  /// Returns false if the subscriber is left to the current delivery.
  @usableFromInline final func addIfIdle(_ subscriber: Subscriber) -> Bool {
    guard turn.takeOrCall() else {
      makeRareParts().joining.append(subscriber)
      return false
    }
    subscribers.append(subscriber)
    turn.putDown()
    return true
  }

  /// The caller holds the turn.
  @usableFromInline final func addFirstJoining() {
    if let subscriber = rareParts?.joining.popFirst(), subscriber.isActive { subscribers.append(subscriber) }
  }

  /// Returns the end handlers, or nil if the subscriber was inactive before.
  final func close(_ subscriber: Subscriber, as phase: SubscriptionPhase) -> EndHandlers? {
    let ended = subscriber.close(as: phase)
    if ended != nil { activeCount -= 1 }
    return ended
  }

  /// Removes inactive subscribers from the end of the list, and all of them when they are more than one in eight.
  ///
  /// So a delivery passes few of them, and removing one moves eight others at most. The caller holds the turn.
  @usableFromInline final func tidy(afterLeaving count: Int) {
    inactiveCount += Int32(clamping: count) - subscribers.removeInactiveFromEnd()
    guard inactiveCount * 8 > subscribers.count else { return }
    subscribers.removeInactive()
    inactiveCount = 0
  }

  /// Returns false if the subscriber is left to the current delivery.
  final func tidyIfIdle(_ subscriber: Subscriber) -> Bool {
    guard turn.takeOrCall(hurried: true) else {
      makeRareParts().leaving.append(subscriber)
      return false
    }
    tidy(afterLeaving: 1)
    turn.putDown()
    return true
  }

  /// Removes the subscribers that have left during the delivery, to be cleared without the lock.
  @usableFromInline final func removeLeaving() -> [Subscriber] {
    guard let left = rareParts?.leaving, !left.isEmpty else { return [] }
    rareParts?.leaving = []
    tidy(afterLeaving: left.count)
    return left
  }

  struct Departure: Sendable {
    var ended: EndHandlers = []
    var needsHooks = false
    /// The updates or the start closure to be released without the lock.
    var memory: (any Sendable)?
  }

  /// Called when the last subscriber has left a hub that has not ended. Under the lock.
  func lastHasLeft(_ departure: inout Departure) {}

  final func countOut(_ departure: inout Departure) {
    if activeCount == 0, !isFinished { lastHasLeft(&departure) }
  }

  // MARK: Leaving

  final func remove(_ subscriber: Subscriber, as phase: SubscriptionPhase) {
    var departure = Departure()
    let isUncalled = withLock {
      guard let ended = close(subscriber, as: phase) else { return false }
      departure.ended = ended
      countOut(&departure)
      return tidyIfIdle(subscriber)
    }
    if isUncalled { subscriber.clear() }
    finish(departure, as: phase)
  }

  /// Performs the work that follows a departure. Without the lock.
  final func finish(_ departure: Departure, as phase: SubscriptionPhase) {
    if departure.needsHooks { runHooks() }
    guard phase == .ended, !departure.ended.isEmpty else { return }
    Nesting.perform {
      for action in departure.ended { action() }
    }
  }

  // MARK: Starting and stopping

  @usableFromInline func runHooks() {}

  /// Ends every subscription immediately. Queued updates are not delivered.
  @usableFromInline package func endAll() { preconditionFailure("\(type(of: self)) must override endAll()") }

  /// The hub of ``PublishedTask/isRunning``.
  package var runningHub: Hub<Bool> { preconditionFailure("\(type(of: self)) must override runningHub") }
}
