/// How urgent a transfer is among others.
public enum TransferPriority: Sendable, Hashable, Comparable, CaseIterable {
  /// After all others: what nobody is waiting for yet.
  case low
  /// As most are.
  case normal
  /// Before all others: what somebody is looking at.
  case high
}

extension TransferPriority {
  var taskPriority: TaskPriority {
    switch self {
    case .low: .low
    case .normal: .medium
    case .high: .high
    }
  }
}
