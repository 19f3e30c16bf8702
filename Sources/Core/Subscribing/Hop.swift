/// When an update moves to the place where it is to be received, a scheduler or an actor, and when it is there already.
///
/// Whatever the choice, the order is kept, and a subscription's closure never runs twice at the same time.
public enum Hop: Sendable {
  /// Every update is enqueued, also one that is published in that place. Publishing returns before it is delivered.
  case always
  /// An update that is published in that place while nothing of the subscription waits is delivered at once; any other
  /// is enqueued.
  ///
  /// Of actors other than the main one it cannot be known whether they are current: there, it is what is delivered while
  /// `subscribe` is called.
  case whenNeeded
  /// Updates are delivered at once, on whatever thread publishes.
  case never
}
