/// When an update moves to the scheduler that it is to be received on, and when it is there already.
///
/// Whatever the choice, the order is kept, and a subscription's closure never runs twice at the same time.
public enum Hop: Sendable {
  /// Every update is enqueued, also one that is published on the scheduler. Publishing returns before it is delivered.
  case always
  /// An update that is published on the scheduler while nothing of the subscription waits is delivered at once; any
  /// other is enqueued.
  case whenNeeded
  /// Updates are delivered at once, on whatever thread publishes.
  case never
}
