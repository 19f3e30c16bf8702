import Harness

/// A point of every line of a plot: one size, set up by each library that has it.
struct ShapePoint {
  let size: Int
  /// Updates that one operation delivers.
  let deliveries: Int
  /// Setting up a million subscribers takes seconds; one delivery among so many is measured well in a few rounds.
  let isLong: Bool
  let preparation: (Peer) -> Preparation?

  /// So many subscribers, or so many threads.
  init(size: Int, _ shape: Shape) {
    self.size = size
    deliveries = shape.deliveries
    isLong = shape.subscribers >= 100_000
    preparation = { $0.preparation(of: shape) }
  }

  /// So many maps behind each other.
  init(depth: Int) {
    size = depth
    deliveries = 1
    isLong = false
    preparation = { $0.preparation(ofChain: depth) }
  }
}
