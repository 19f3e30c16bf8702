/// What an inbox does with updates that would have to wait.
@usableFromInline
package struct InboxOverflow<Update: Sendable>: Sendable {
  @usableFromInline let buffering: Buffering
  /// Told each update that is dropped, by the thread that publishes.
  @usableFromInline let dropped: (@Sendable (Update) -> Void)?

  @inlinable
  package init(_ buffering: Buffering = .unbounded, dropped: (@Sendable (Update) -> Void)? = nil) {
    buffering.checkLimit()
    self.buffering = buffering
    self.dropped = dropped
  }
}
