/// Work on many items, whose cost per item must not grow with their number.
package struct GrowthRow: Sendable {
  /// Does a part of the work; it is called with each number below twice the number of items, in order.
  package typealias Work = (_ step: Int) -> Void

  package static let sizes = [1_000, 10_000, 100_000]

  package let name: String
  /// Sets up the work on a number of items. Objects of the work are released after the measurement.
  private let prepare: @Sendable (_ items: Int) -> Work

  package init(_ name: String, _ prepare: @escaping @Sendable (_ items: Int) -> Work) {
    self.name = name
    self.prepare = prepare
  }

  /// Measures each size once, in nanoseconds of processor time per item, and keeps the least of this and the costs.
  ///
  /// Processor time does not run while other processes have the processor. The same number of items is worked on for each
  /// size, in many works that take turns or in one. So the processor's caches serve no size better than another. The
  /// largest size comes first, as the first also pays for memory that the process has not had before.
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
