/// What a shared publisher still knows when its last subscriber has left.
public enum ReplayRetention: Sendable {
  /// Nothing: the next subscriber finds it as it was at first.
  case resetting
  /// What it knew: the next subscriber gets that, then what comes.
  case keeping
}
