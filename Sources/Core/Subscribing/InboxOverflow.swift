/// What an inbox does with updates that would have to wait.
package struct InboxOverflow<Update: Sendable>: Sendable {
  let buffering: Buffering
  /// Told each update that is dropped, by the thread that publishes.
  let dropped: (@Sendable (Update) -> Void)?

  package init(_ buffering: Buffering = .unbounded, dropped: (@Sendable (Update) -> Void)? = nil) {
    self.buffering = buffering
    self.dropped = dropped
  }
}
