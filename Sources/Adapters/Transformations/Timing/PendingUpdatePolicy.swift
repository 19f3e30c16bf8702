/// What becomes of an update that is held back when its source ends.
public enum PendingUpdatePolicy: Sendable {
  /// It passes at once, and the end follows it.
  case now
  /// It passes when it would have, on the scheduler, and the end follows it.
  case whenDue
  /// It is dropped, and the end comes at once.
  case never
}

extension PendingUpdatePolicy {
  /// What a machine does at the end of its source.
  ///
  /// - Parameter endsWhenDue: Set where the end has to wait for the tick that the machine has asked for.
  @inlinable
  func end<Output>(holding held: Output?, _ endsWhenDue: inout Bool) -> TimedStep<Output> {
    guard let held else { return TimedStep(ends: true) }
    switch self {
    case .now: return TimedStep(passes: held, ends: true)
    case .never: return TimedStep(ends: true)
    case .whenDue:
      endsWhenDue = true
      return TimedStep()
    }
  }
}
