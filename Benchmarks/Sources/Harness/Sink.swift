package import Synchronization

/// A prepared loop, which performs a number of operations one after the other.
///
/// The loop is inside, so that a measured operation pays for no call of the harness.
public typealias Batch = (_ operations: Int) -> Void

/// Sets up the objects of one side of a row, and returns the loop over them. The setup is not timed.
public typealias Preparation = (Sink) -> Batch

/// The place where measured subscribers leave a trace.
///
/// The harness compares the number of deliveries with the expected one after each batch. So the optimiser cannot remove
/// what is counted, and a side that delivers less than it should gets no time.
public final class Sink: Sendable {
  package let deliveries = Atomic(0)
  package let last = Atomic(0)

  package init() {}

  /// Notes one delivery to a subscriber that never runs on two threads at the same time.
  ///
  /// Separate relaxed loads and stores cost what a plain variable costs, without its exclusivity checks.
  package func receive(_ update: Int) {
    deliveries.store(deliveries.load(ordering: .relaxed) &+ 1, ordering: .relaxed)
    last.store(update, ordering: .relaxed)
  }

  /// Notes one delivery, also while other threads deliver.
  package func receiveConcurrently(_ update: Int) {
    deliveries.wrappingAdd(1, ordering: .relaxed)
    last.store(update, ordering: .relaxed)
  }

  /// Returns the number of deliveries since the last call.
  func drain() -> Int {
    deliveries.exchange(0, ordering: .sequentiallyConsistent)
  }
}

/// Makes the optimiser believe that the object is kept.
///
/// Users store tokens. Without this, a token that lives for one turn of a loop may be put on the stack, on the side
/// whose initialiser happens to be inlined.
@inline(never)
@_optimize(none)
package func keep(_ object: AnyObject) {}

/// An action at the end of a batch, when its objects are released. It ends the tasks that read.
package final class AtEnd {
  private let action: () -> Void

  package init(_ action: @escaping () -> Void) {
    self.action = action
  }

  deinit { action() }
}

/// Returns the loop of a number of maps that add 1 each, and checks at its end that the last update has passed them all.
package func checking(_ batch: @escaping Batch, _ sink: Sink, _ depth: Int) -> Batch {
  var sent = 0
  return { operations in
    batch(operations)
    sent += operations
    let last = sink.last.load(ordering: .relaxed)
    precondition(last == sent - 1 + depth, "the last delivery was \(last)")
  }
}
