import FloorSide
import Harness

/// A row whose cost is heap allocations or bytes. Its bar is a number of them, whatever the floor needs.
struct CountedRow {
  enum Quantity {
    case allocations, bytes
  }

  let name: String
  let bar: Double
  /// What may be above the bar. Arrays that grow make a few allocations in 100,000 subscriptions, and none in a send.
  let tolerance: Double
  let quantity: Quantity
  let deliveries: Int
  let warmUp: Int
  let operations: Int
  let prepare: (any Rows.Type, Sink) -> Batch

  func measure(_ side: any Rows.Type) -> Double? {
    let count = AllocationCount.measure(
      { prepare(side, $0) }, deliveries: deliveries, warmUp: warmUp, operations: operations)
    return switch quantity {
    case .allocations: count?.allocations
    case .bytes: count?.bytes
    }
  }

  /// What one subscription keeps, among 100,000 so that the room that arrays have to spare counts as it usually does.
  private static func subscription(_ quantity: Quantity, bar: Double) -> CountedRow {
    let count = 100_000
    return CountedRow(
      name: "\(quantity) a subscription", bar: bar, tolerance: 0.001, quantity: quantity, deliveries: 0, warmUp: 0,
      operations: count
    ) {
      $0.subscribe(capacity: count, sink: $1)
    }
  }

  /// What one operation allocates once buffers have found their size.
  private static func allocations(
    _ name: String, deliveries: Int = 1, operations: Int = 10_000, _ prepare: @escaping (any Rows.Type, Sink) -> Batch
  ) -> CountedRow {
    CountedRow(
      name: "allocations a \(name)", bar: 0, tolerance: 0, quantity: .allocations, deliveries: deliveries,
      warmUp: operations / 10, operations: operations, prepare: prepare)
  }

  static var all: [CountedRow] {
    [
      subscription(.bytes, bar: 164),
      subscription(.allocations, bar: 3),
      allocations("send to 1") { $0.send(to: 1, sink: $1) },
      allocations("send to 10,000", deliveries: 10_000, operations: 100) { $0.send(to: 10_000, sink: $1) },
      allocations("send through map, filter, map") { $0.sendThroughChain(sink: $1) },
      allocations("set, changed") { $0.setChanged(observers: 1, sink: $1) },
      allocations("set, equal", deliveries: 0) { $0.setEqual(sink: $1) },
      allocations("send through scan") { $0.scan(sink: $1) },
      allocations("send through merge") { $0.merge(sink: $1) },
      allocations("send through combineLatest") { $0.combineLatest(sink: $1) },
      allocations("set through combineLatest") { $0.combineLatestOfProperties(sink: $1) },
      allocations("pair through zip") { $0.zip(sink: $1) },
      allocations("send through share") { $0.share(by: 1, sink: $1) },
    ]
  }
}
