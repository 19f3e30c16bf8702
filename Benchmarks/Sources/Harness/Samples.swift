/// The times of one side of a row, one a round; of an operation, in nanoseconds.
package struct Samples: Sendable {
  private var sorted: [Double]

  package init(_ samples: [Double]) {
    precondition(!samples.isEmpty, "A row is measured in at least one round")
    sorted = samples.sorted()
  }

  /// The least disturbed round. Other processes and interrupts only ever add time.
  package var best: Double { sorted[0] }

  /// The usual round.
  package var median: Double {
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
