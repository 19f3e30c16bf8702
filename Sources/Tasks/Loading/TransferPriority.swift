/// How urgent a transfer is among others.
public enum TransferPriority: Int, Sendable, Hashable, Comparable, CaseIterable {
  case low
  case normal
  case high

  public static func < (one: TransferPriority, other: TransferPriority) -> Bool { one.rawValue < other.rawValue }
}
