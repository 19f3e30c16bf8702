/// What an inbox does with updates that would have to wait.
@frozen @usableFromInline
package struct InboxOverflow<Update: Sendable>: Sendable {
  @usableFromInline let buffering: Buffering
  /// Told each update that is dropped, by the thread that publishes.
  @usableFromInline package let dropped: (@Sendable (Update) -> Void)?

  @inlinable
  package init(_ buffering: Buffering = .unbounded, dropped: (@Sendable (Update) -> Void)? = nil) {
    buffering.checkLimit()
    self.buffering = buffering
    self.dropped = dropped
  }

  /// Makes room for an update, unless it is one that is never dropped.
  @inlinable
  package func makeRoom(for update: Update, in queue: inout InboxState<Update>) -> (
    dropped: InboxState<Update>.Item?, isRefused: Bool
  ) {
    if case .unbounded = buffering { return (nil, false) }
    let room = queue.makeRoom(by: buffering)
    return room.isRefused && isResult(update) ? (nil, false) : room
  }

  @usableFromInline
  func isResult(_ update: Update) -> Bool {
    (update as? any MaybeResult)?.isResult ?? false
  }
}

/// An update that may be what everything was done for.
protocol MaybeResult {
  var isResult: Bool { get }
}

extension TaskUpdate: MaybeResult {
  var isResult: Bool {
    if case .completed = self { true } else { false }
  }
}
