package import Synchronization

/// A prepared loop over a number of operations.
///
/// The loop is part of it, so that a measured operation includes no call of the harness.
public typealias Batch = (_ operations: Int) -> Void

/// Sets up the objects of one side of a row, and returns the loop over them. The setup is not timed.
public typealias Preparation = (Sink) -> Batch

/// Counts the deliveries to measured subscribers.
///
/// The harness compares the count with the expected one after each batch. So the optimiser cannot remove deliveries, and a
/// side that delivers too little is not measured.
public final class Sink: Sendable {
  package let deliveries = Atomic(0)
  package let last = Atomic(0)

  package init() {}

  /// Counts a delivery to a subscriber that never runs on two threads at the same time.
  ///
  /// Separate relaxed loads and stores cost as much as a plain variable, without its exclusivity checks.
  package func receive(_ update: Int) {
    deliveries.store(deliveries.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    last.store(update, ordering: .relaxed)
  }

  /// Counts a delivery, also while other threads deliver.
  package func receiveConcurrently(_ update: Int) {
    deliveries.wrappingAdd(1, ordering: .relaxed)
    last.store(update, ordering: .relaxed)
  }

  /// Returns the number of deliveries since the last call.
  func drain() -> Int {
    deliveries.exchange(0, ordering: .sequentiallyConsistent)
  }
}

/// Prevents the optimiser from removing the allocation of the object.
///
/// Users store tokens. Without this call, a token that lives for one iteration may be put on the stack, but only on a side
/// whose initialiser is inlined.
@inline(never)
@_optimize(none)
package func keep(_ object: AnyObject) {}

/// An action for the end of a batch, when its objects are released. It ends the tasks that read a sequence.
package final class AtEnd {
  private let action: () -> Void

  package init(_ action: @escaping () -> Void) {
    self.action = action
  }

  deinit { action() }
}

/// Returns a loop over maps that add 1 each. At its end, it checks that the last update has passed all of them.
package func checking(_ batch: @escaping Batch, _ sink: Sink, _ depth: Int) -> Batch {
  var sent = 0
  return { operations in
    batch(operations)
    sent += operations
    let last = sink.last.load(ordering: .relaxed)
    precondition(last == sent - 1 + depth, "the last delivery was \(last)")
  }
}
