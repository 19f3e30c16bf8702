import Synchronization

/// Counts the objects of a kind that are alive.
final class Census: Sendable {
  /// What updates carry.
  static let payloads = Census()
  /// What the closures hold that were given to the library: one for each subscriber and each step of a graph.
  static let closures = Census()

  private let living = Atomic(0)

  var count: Int {
    living.load(ordering: .acquiring)
  }

  /// An object that is counted while it lives.
  final class Member: Sendable {
    private let census: Census

    init(of census: Census) {
      self.census = census
      census.living.add(1, ordering: .relaxed)
    }

    deinit {
      census.living.subtract(1, ordering: .releasing)
    }
  }
}
