extension Duration {
  /// The longest there is: never, where it is waited for.
  @usableFromInline
  package static var longest: Duration {
    Duration(attoseconds: .max)
  }

  /// The sum, or the longest duration where that would overflow.
  @usableFromInline
  package func saturatingAdding(_ other: Duration) -> Duration {
    let (sum, isOverflow) = attoseconds.addingReportingOverflow(other.attoseconds)
    guard isOverflow else { return Duration(attoseconds: sum) }
    return Duration(attoseconds: attoseconds > 0 ? .max : .min)
  }
}
