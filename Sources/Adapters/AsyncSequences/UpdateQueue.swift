public import TidingsCore

/// Keeps the updates of a subscription until its one consumer asks for them.
@_fixed_layout @usableFromInline
final class UpdateQueue<Update: Sendable>: Sendable {
  @usableFromInline typealias Item = InboxState<Update>.Item
  @usableFromInline typealias Consumer = CheckedContinuation<Update?, Never>

  @usableFromInline let overflow: InboxOverflow<Update>
  @usableFromInline let state = Locked(UpdateQueueState<Update, Consumer>())

  @inlinable
  init(overflow: InboxOverflow<Update>) {
    self.overflow = overflow
  }

  @inlinable
  func arrive(_ item: Item) {
    let arrival = state.withLock { $0.arrive(item, overflow) }
    arrival.consumer?.resume(returning: item.update)
    if let dropped = arrival.dropped?.update { overflow.dropped?(dropped) }
  }

  /// What waits first; nil if nothing does.
  @inlinable
  func take() -> Item? {
    state.withLock { $0.take() }
  }

  /// Resumes the continuation with what waits first, or with what arrives next; with nil at the end.
  @inlinable
  func wait(with consumer: Consumer) {
    switch state.withLock({ $0.wait(with: consumer) }) {
    case .resume(let item):
      consumer.resume(returning: item.update)
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

  /// Ends the sequence here and now; what waits is dropped.
  @usableFromInline
  func close() {
    let closing = state.withLock { $0.close() }
    closing.consumer?.resume(returning: nil)
  }
}

extension InboxState.Item {
  /// Nil for the end.
  @inlinable
  var update: Update? {
    if case .update(let update) = self { update } else { nil }
  }
}

/// The queue as a value: each method is one critical section.
///
/// It is an inbox whose job is the consumer: busy while nobody waits, and then delivered to in place.
@frozen @usableFromInline
struct UpdateQueueState<Update: Sendable, Consumer: Sendable>: Sendable {
  @usableFromInline typealias Item = InboxState<Update>.Item

  @usableFromInline
  enum Wait: Sendable {
    case resume(Item)
    case wait
    /// Somebody waits already.
    case refuse
  }

  @usableFromInline var inbox = InboxState<Update>()
  @usableFromInline var consumer: Consumer?
  @usableFromInline var isOver = false

  @inlinable
  init() {
    inbox.isBusy = true
  }

  @inlinable
  mutating func arrive(_ item: Item, _ overflow: InboxOverflow<Update>) -> (consumer: Consumer?, dropped: Item?) {
    guard !isOver else { return (nil, nil) }
    if let consumer {
      self.consumer = nil
      inbox.isBusy = true
      if case .end = item { isOver = true }
      return (consumer, nil)
    }
    var dropped: Item?
    if case .update(let update) = item {
      let room = overflow.makeRoom(for: update, in: &inbox)
      if room.isRefused { return (nil, item) }
      dropped = room.dropped
    }
    inbox.items.append(item)
    return (nil, dropped)
  }

  @inlinable
  mutating func take() -> Item? {
    if isOver { return .end }
    let item = inbox.items.popFirst()
    if case .end = item { isOver = true }
    return item
  }

  @inlinable
  mutating func wait(with consumer: Consumer) -> Wait {
    if let item = take() { return .resume(item) }
    guard self.consumer == nil else { return .refuse }
    self.consumer = consumer
    inbox.isBusy = false
    return .wait
  }

  /// Returns what is let go outside the lock.
  mutating func close() -> (consumer: Consumer?, items: FIFO<Item>) {
    isOver = true
    defer { consumer = nil }
    return (consumer, inbox.close())
  }
}
