import Harness

/// Heap allocations or bytes of an operation that several libraries know.
struct PeerCount {
  let name: String
  private let row: PeerRow
  private let quantity: CountedRow.Quantity
  private let warmUp: Int
  private let operations: Int

  /// Nil where the library, or the platform, has nothing to count.
  func measure(_ side: Peer) -> Double? {
    guard let preparation = side.preparation(of: row) else { return nil }
    let count = AllocationCount.measure(
      preparation, deliveries: row.deliveries, warmUp: warmUp, operations: operations)
    return switch quantity {
    case .allocations: count?.allocations
    case .bytes: count?.bytes
    }
  }

  private static func kept(_ quantity: CountedRow.Quantity) -> PeerCount {
    PeerCount(
      name: "\(quantity) a subscription", row: .subscribe, quantity: quantity, warmUp: 0,
      operations: PeerRow.subscriptions)
  }

  private static func allocations(_ name: String, _ row: PeerRow) -> PeerCount {
    PeerCount(name: "allocations a \(name)", row: row, quantity: .allocations, warmUp: 1_000, operations: 10_000)
  }

  static let all = [
    kept(.bytes), kept(.allocations),
    allocations("send to 1", .sendTo1), allocations("send through map, filter, map", .mapFilterMap),
    allocations("set, changed, 1 observer", .setChanged), allocations("set, equal", .setEqual),
    allocations("send through scan", .scan), allocations("pair through zip", .zip),
    allocations("send through share", .shareTo1),
  ]
}
