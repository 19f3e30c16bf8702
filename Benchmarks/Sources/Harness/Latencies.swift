/// How long calls have taken: how many took about as long, and how long the longest took.
///
/// A call is counted in one of sixteen steps from each power of two to the next, so a percentile is right to a sixteenth,
/// and millions of calls need no memory.
package struct Latencies: Sendable {
  private static let steps = 16

  private var counts = [Int](repeating: 0, count: Int.bitWidth * steps)
  /// In nanoseconds.
  package private(set) var longest = 0
  package private(set) var count = 0

  package init() {}

  package mutating func add(_ nanoseconds: Int) {
    let time = max(nanoseconds, 1)
    let exponent = Int.bitWidth - 1 - time.leadingZeroBitCount
    let step = (exponent < 4 ? time << (4 - exponent) : time >> (exponent - 4)) % Self.steps
    counts[exponent * Self.steps + step] += 1
    longest = max(longest, time)
    count += 1
  }

  package mutating func add(_ others: Latencies) {
    for index in counts.indices { counts[index] += others.counts[index] }
    longest = max(longest, others.longest)
    count += others.count
  }

  /// In nanoseconds: at least so large a share of the calls took no longer.
  package func percentile(_ share: Double) -> Double {
    var missing = Int((Double(count) * share).rounded(.up))
    for (index, count) in counts.enumerated() where count > 0 {
      missing -= count
      guard missing > 0 else { return min(Double(longest), upperBound(of: index)) }
    }
    return Double(longest)
  }

  private func upperBound(of index: Int) -> Double {
    let (exponent, step) = index.quotientAndRemainder(dividingBy: Self.steps)
    return Double(sign: .plus, exponent: exponent, significand: 1 + Double(step + 1) / Double(Self.steps))
  }
}
