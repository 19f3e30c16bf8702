/// What becomes of updates that a slow receiver has not yet got to.
public enum Buffering: Sendable {
  /// All wait, however many they are.
  case unbounded
  /// At most so many wait, one or more: when one more comes, the oldest is dropped.
  case newest(Int)
  /// At most so many wait, one or more: what comes while there is no room is dropped.
  case oldest(Int)
}
