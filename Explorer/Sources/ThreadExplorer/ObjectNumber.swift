import Synchronization

/// Numbers that no two objects have.
enum ObjectNumber {
  private static let count = Atomic(UInt64.zero)

  static func next() -> UInt64 {
    count.add(1, ordering: .relaxed).newValue
  }
}
