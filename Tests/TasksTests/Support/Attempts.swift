import Synchronization

/// Counts from 1, for a server that answers differently each time.
final class Attempts: Sendable {
  private let count = Atomic(0)

  func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
