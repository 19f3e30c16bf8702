package import Synchronization

/// Where measured subscribers leave a trace.
///
/// The harness compares the number of deliveries with the expected one after each batch: the optimiser cannot remove
/// what is counted, and a side that delivers less than it should never gets a time.
package final class Sink: Sendable {
  package let deliveries = Atomic(0)
  package let last = Atomic(0)

  package init() {}

  /// Notes one delivery to a subscriber that is never called by two threads at once.
  ///
  /// Separate relaxed loads and stores cost what a plain variable costs, without its exclusivity checks.
  @inlinable
  package func receive(_ update: Int) {
    deliveries.store(deliveries.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    last.store(update, ordering: .relaxed)
  }

  /// Notes one delivery, whatever other threads deliver.
  @inlinable
  package func receiveConcurrently(_ update: Int) {
    deliveries.wrappingAdd(1, ordering: .relaxed)
    last.store(update, ordering: .relaxed)
  }

  /// Stops the process unless the last delivery was this one.
  package func expectLast(_ update: Int) {
    let found = last.load(ordering: .relaxed)
    precondition(found == update, "the last delivery was \(found) instead of \(update)")
  }

  /// Returns the number of deliveries since the last call.
  func drain() -> Int {
    deliveries.exchange(0, ordering: .sequentiallyConsistent)
  }
}
