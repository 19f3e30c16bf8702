/// One side of a row, set up, with the sink that proves what it does.
struct Prepared {
  private let sink = Sink()
  private let batch: Batch
  private let deliveries: Int

  init(_ preparation: Preparation, deliveries: Int) {
    batch = preparation(sink)
    self.deliveries = deliveries
    _ = sink.drain()
  }

  /// Performs the operations and returns how long they took.
  func run(_ operations: Int) -> Duration {
    let duration = ContinuousClock().measure { batch(operations) }
    verify(operations)
    return duration
  }

  /// Performs the operations. No clock is read: what a clock says would decide how many instructions follow.
  func runUntimed(_ operations: Int) {
    batch(operations)
    verify(operations)
  }

  private func verify(_ operations: Int) {
    let received = sink.drain()
    let expected = operations * deliveries
    precondition(received == expected, "\(received) deliveries instead of \(expected)")
  }
}

/// Performs a row's operations on this thread, untimed; stops the process if the number of deliveries is wrong.
///
/// A function of its own in the optimised program, too: `Scripts/instructions` knows it by name, and counts what
/// happens while it runs.
@inline(never)
package func perform(_ preparation: Preparation, deliveries: Int, operations: Int) {
  Prepared(preparation, deliveries: deliveries).runUntimed(operations)
}
