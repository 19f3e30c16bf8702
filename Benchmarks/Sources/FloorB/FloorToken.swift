public import Synchronization

/// What a subscriber of floor B holds to leave again.
public final class FloorToken<Update: Sendable>: Sendable {
  @usableFromInline let id: Int
  @usableFromInline let source: FloorSource<Update>

  @inlinable
  init(id: Int, source: FloorSource<Update>) {
    self.id = id
    self.source = source
  }

  /// Takes the subscriber out; a second call finds nothing.
  @inlinable
  public func invalidate() {
    _ = source.subscribers.withLock { $0.remove(id) }
  }
}
