/// The cost of an item among few others and among many, in nanoseconds of processor time.
package struct Growth: Sendable {
  package static let sizes = [1_000, 10_000, 100_000]

  /// The least disturbed round of each size.
  package private(set) var costs = sizes.map { _ in Double.infinity }

  package init() {}

  /// The cost among most over the cost among fewest.
  package var ratio: Double { costs[costs.count - 1] / costs[0] }

  /// Measures each size once more.
  ///
  /// Processor time does not run while others have the processor. And whatever the size, the same number of items is set
  /// up and worked on side by side, in many works that take turns or in one: so a processor's caches, of which others may
  /// take their part, serve no size better than another. The largest size comes first, as what comes first also pays for
  /// memory that the process has not had before.
  package mutating func measureRound(of row: GrowthRow) {
    let items = Self.sizes[Self.sizes.count - 1]
    for (index, size) in Self.sizes.enumerated().reversed() {
      let works = (0..<items / size).map { _ in row.prepare(size) }
      let start = ProcessorTime.now
      for step in 0..<2 * size {
        for work in works { work(step) }
      }
      let cost = Double(ProcessorTime.now - start) / Double(items)
      costs[index] = min(costs[index], cost)
    }
  }
}
