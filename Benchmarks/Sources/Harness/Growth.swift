/// Work on many items, whose cost per item must not grow with their number.
package struct GrowthRow: Sendable {
  /// Performs a step of the work. It is called with each number below twice the number of items, in order.
  package typealias Work = (_ step: Int) -> Void

  package static let sizes = [1_000, 10_000, 100_000]

  package let name: String
  /// Sets up the work on a number of items. Objects of the work are released after the measurement.
  private let prepare: @Sendable (_ items: Int) -> Work

  package init(_ name: String, _ prepare: @escaping @Sendable (_ items: Int) -> Work) {
    self.name = name
    self.prepare = prepare
  }

  /// Measures each size once, in nanoseconds of processor time per item, and stores the minimum of this and the costs.
  ///
  /// Processor time does not include the time of other processes. Each size processes the same number of items: several
  /// works of a small size take turns. So no size benefits more from the processor's caches. The largest size comes
  /// first, because the first measurement also allocates the memory of the process.
  package func measureRound(_ costs: inout [Double]) {
    let items = Self.sizes[Self.sizes.count - 1]
    for (index, size) in Self.sizes.enumerated().reversed() {
      let works = (0..<items / size).map { _ in prepare(size) }
      let start = processorTime()
      for step in 0..<2 * size {
        for work in works { work(step) }
      }
      costs[index] = min(costs[index], Double(processorTime() - start) / Double(items))
    }
  }
}
