import Synchronization

/// Counts on: what has a lower number than something else has happened before it.
final class Clock: Sendable {
  private let time = Atomic(0)

  func tick() -> Int {
    time.wrappingAdd(1, ordering: .sequentiallyConsistent).newValue
  }
}
