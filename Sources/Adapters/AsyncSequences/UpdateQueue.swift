public import TidingsCore

/// Keeps the updates of a subscription until its one consumer asks for them.
@_fixed_layout @usableFromInline
final class UpdateQueue<Update: Sendable>: Sendable {
  @usableFromInline typealias Consumer = CheckedContinuation<Update?, Never>

  @usableFromInline let dropped: (@Sendable (Update) -> Void)?
  @usableFromInline let state: Locked<UpdateQueueState<Update, Consumer>>

  @inlinable
  init(buffering: Buffering, dropped: (@Sendable (Update) -> Void)?) {
    self.dropped = dropped
    state = Locked(UpdateQueueState(buffering))
  }

  @inlinable
  func arrive(_ event: PublisherEvent<Update>) {
    let (consumer, displaced) = state.withLock { $0.arrive(event) }
    consumer?.resume(returning: event.update)
    if let displaced { dropped?(displaced) }
  }

  /// Returns nil if nothing waits.
  @inlinable
  func take() -> PublisherEvent<Update>? {
    state.withLock { $0.take() }
  }

  /// Resumes the continuation with the first update, or with nil at the end.
  @inlinable
  func wait(with consumer: Consumer) {
    switch state.withLock({ $0.wait(with: consumer) }) {
    case .resume(let event):
      consumer.resume(returning: event.update)
    case .wait:
      break
    case .refuse:
      fatalError(
        """
        Two loops wait for the same asynchronous sequence of updates, and each would miss what the other gets. \
        Make a sequence for each, with another call of `values` or `progress`.
        """)
    }
  }

  /// Ends the sequence immediately and drops what waits.
  @usableFromInline
  func close() {
    let closed = state.withLock { $0.close() }
    closed.consumer?.resume(returning: nil)
  }
}

extension PublisherEvent {
  /// Nil for the end.
  @inlinable
  var update: Update? {
    if case .update(let update) = self { update } else { nil }
  }
}

/// The queue as a value. Each method is one critical section.
@frozen @usableFromInline
struct UpdateQueueState<Update: Sendable, Consumer: Sendable>: Sendable {
  @usableFromInline
  enum Wait: Sendable {
    case resume(PublisherEvent<Update>)
    case wait
    /// Another consumer waits already.
    case refuse
  }

  @usableFromInline var pending: PendingUpdates<Update>
  /// Waits only if nothing is pending.
  @usableFromInline var consumer: Consumer?
  /// The consumer has received the end.
  @usableFromInline var isOver = false

  @inlinable
  init(_ buffering: Buffering) {
    pending = PendingUpdates(buffering)
  }

  @inlinable
  mutating func arrive(_ event: PublisherEvent<Update>) -> (consumer: Consumer?, dropped: Update?) {
    guard !isOver else { return (nil, nil) }
    guard let consumer else { return (nil, pending.append(event)) }
    self.consumer = nil
    if case .ended = event { isOver = true }
    return (consumer, nil)
  }

  @inlinable
  mutating func take() -> PublisherEvent<Update>? {
    if isOver { return .ended }
    let event = pending.popFirst()
    if case .ended = event { isOver = true }
    return event
  }

  @inlinable
  mutating func wait(with consumer: Consumer) -> Wait {
    if let event = take() { return .resume(event) }
    guard self.consumer == nil else { return .refuse }
    self.consumer = consumer
    return .wait
  }

  /// The caller lets go of what is returned after it has left the lock.
  mutating func close() -> (consumer: Consumer?, updates: FIFO<Update>) {
    isOver = true
    defer { consumer = nil }
    return (consumer, pending.takeAll())
  }
}
