/// Which bytes of a file are there, where they do not all come in order.
package struct ByteIslands: Sendable, Hashable {
  /// In order, and never touching each other.
  private var ranges: [Range<Int64>] = []

  package init() {}

  /// How many bytes are there from the start, without a gap.
  package var prefix: Int64 {
    guard let first = ranges.first, first.lowerBound == 0 else { return 0 }
    return first.upperBound
  }

  /// How many bytes are there.
  package var total: Int64 { ranges.reduce(0) { $0 + $1.upperBound - $1.lowerBound } }

  package mutating func add(_ range: Range<Int64>) {
    guard !range.isEmpty else { return }
    var joined = range
    let start = ranges.firstIndex { $0.upperBound >= range.lowerBound } ?? ranges.endIndex
    var end = start
    while end < ranges.endIndex, ranges[end].lowerBound <= range.upperBound {
      joined = min(joined.lowerBound, ranges[end].lowerBound)..<max(joined.upperBound, ranges[end].upperBound)
      end += 1
    }
    ranges.replaceSubrange(start..<end, with: CollectionOfOne(joined))
  }

  /// Forgets what lies beyond the first gap.
  package mutating func keepPrefix() {
    remove(from: prefix)
  }

  /// Forgets everything from a byte on.
  package mutating func remove(from byte: Int64) {
    ranges = ranges.compactMap { $0.lowerBound < byte ? $0.clamped(to: 0..<byte) : nil }
  }
}
