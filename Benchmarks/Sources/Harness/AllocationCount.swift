import AllocationCounting
import Foundation

/// Heap allocations and bytes of one side of a row, per operation.
package struct AllocationCount: Sendable {
  package let allocations: Double
  package let bytes: Double

  /// Counts what `operations` operations allocate and keep, after a number that is not counted; nil where the library
  /// does not have the row, or the platform has no way to count.
  package init?(_ side: Side, _ row: Row, warmUp: Int, operations: Int) {
    guard allocation_counting_is_available() else { return nil }
    Self.proveThatCountingWorks()
    guard let prepared = Prepared(side, row) else { return nil }
    if warmUp > 0 { prepared.run(warmUp) }
    let totals = Self.counting { prepared.run(operations) }
    allocations = Double(totals.allocations) / Double(operations)
    bytes = Double(totals.bytes) / Double(operations)
  }

  private static func counting(_ body: () -> Void) -> AllocationTotals {
    allocation_counting_start()
    body()
    return allocation_counting_stop()
  }

  /// A count of zero is only worth something from a counter that sees the Swift runtime's allocations and releases.
  ///
  /// It sees those of all threads. Work that another library has left behind on one, such as ending tasks, is waited
  /// for: the counts are exact once nothing else happens.
  private static func proveThatCountingWorks() {
    var (made, dropped) = countsOfAHundredObjects()
    for _ in 0..<2_000 where made.allocations != 100 || dropped.allocations != 0 || dropped.bytes != -made.bytes {
      Thread.sleep(forTimeInterval: 0.001)
      (made, dropped) = countsOfAHundredObjects()
    }
    precondition(made.allocations == 100 && made.bytes >= 3_200, "100 objects counted as \(made)")
    precondition(dropped.allocations == 0 && dropped.bytes == -made.bytes, "100 releases counted as \(dropped)")
  }

  private static func countsOfAHundredObjects() -> (made: AllocationTotals, dropped: AllocationTotals) {
    final class Object { var payload = (0, 0) }
    var objects: [Object] = []
    objects.reserveCapacity(100)
    let made = counting { for _ in 0..<100 { objects.append(Object()) } }
    let dropped = counting { objects.removeAll(keepingCapacity: true) }
    return (made, dropped)
  }
}
