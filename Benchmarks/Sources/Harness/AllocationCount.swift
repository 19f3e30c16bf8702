import AllocationCounting
import Foundation

/// Heap allocations and bytes of one side of a row, per operation.
package struct AllocationCount: Sendable {
  package let allocations: Double
  package let bytes: Double

  /// Counts the allocations and the retained bytes of `operations` operations, after a warm-up that is not counted.
  ///
  /// Nil if the library does not have the row, or the platform cannot count.
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

  /// Stops the process if the counter does not see the allocations and releases of the Swift runtime.
  ///
  /// The counter sees all threads. So this waits until other threads have completed the work that another library has left,
  /// such as ending tasks.
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
