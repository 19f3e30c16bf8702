import TidingsCore

extension Roster {
  /// Those on the list, and those who come onto it next.
  var ids: [SubscriptionID] { listedIDs + newcomerIDs }
  var listedIDs: [SubscriptionID] { listed.ids }
  var newcomerIDs: [SubscriptionID] { guarded.newcomers.ids }
  var phases: [SubscriptionPhase] { ids.map { phase(of: $0) } }
}

extension SlotBuffer {
  var ids: [SubscriptionID] {
    (0..<count).map { unsafe slots[$0].id }
  }
}

extension ErasedClosure {
  /// For tests that call no closures.
  static let unused = erasing { (_: Int) in }
}
