/// What becomes of an update that is held back when its source ends.
public enum HeldBackUpdate: Sendable {
  /// It passes at once, and the end follows it.
  case now
  /// It passes when it would have, on the scheduler, and the end follows it.
  case whenDue
  /// It is dropped, and the end comes at once.
  case never
}
