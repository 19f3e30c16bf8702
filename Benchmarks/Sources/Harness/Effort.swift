/// The number of rounds, and the duration of a batch.
package struct Effort: Sendable {
  private let rounds: Int
  private let batch: Duration

  package init(rounds: Int, batch: Duration) {
    self.rounds = rounds
    self.batch = batch
  }

  /// Measures all sides in every round, so that a slow phase of the machine affects all of them.
  ///
  /// Each side is set up again for each round, so that its place in memory affects one round only. The order of the sides
  /// changes from round to round, because a later side finds a warmer processor. The result has one element for each
  /// side, which is nil for a side without the row.
  package func measure(_ sides: [(Side, Row)]) -> [Samples?] {
    let operations = sides.map { operationsOfBatch($0, $1) }
    var times = sides.map { _ in [Double]() }
    for round in 0..<rounds {
      for place in sides.indices {
        let index = (round + place) % sides.count
        let (side, row) = sides[index]
        guard let operations = operations[index], let prepared = Prepared(side, row) else { continue }
        prepared.run(1 + operations / 10)
        let duration = ContinuousClock().measure { prepared.run(operations) }
        times[index].append(duration / .nanoseconds(operations * row.parts))
      }
    }
    return times.map { $0.isEmpty ? nil : Samples($0) }
  }

  /// Returns the number of operations in a batch.
  private func operationsOfBatch(_ side: Side, _ row: Row) -> Int? {
    guard let prepared = Prepared(side, row) else { return nil }
    var operations = 1
    while true {
      let duration = ContinuousClock().measure { prepared.run(operations) }
      guard duration < batch / 4 else { return max(1, Int(Double(operations) * (batch / duration))) }
      operations *= 2
    }
  }
}

/// The results of one side of a row, one for each round.
package struct Samples: Sendable {
  private let sorted: [Double]

  package init(_ samples: [Double]) {
    precondition(!samples.isEmpty, "A row is measured in at least one round")
    sorted = samples.sorted()
  }

  /// The least disturbed round. Other processes and interrupts only add time.
  package var best: Double { sorted[0] }

  /// The usual round. The number of rounds is odd.
  package var median: Double { sorted[sorted.count / 2] }
}

/// One side of a row after its setup, with the sink that counts its deliveries.
struct Prepared {
  private let sink = Sink()
  private let batch: Batch
  private let deliveries: Int

  init?(_ side: Side, _ row: Row) {
    guard let preparation = side.preparation(row) else { return nil }
    batch = preparation(sink)
    deliveries = row.deliveries
    _ = sink.drain()
  }

  /// Performs the operations. Stops the process if the number of deliveries is wrong.
  func run(_ operations: Int) {
    batch(operations)
    let received = sink.drain()
    let expected = operations * deliveries
    precondition(received == expected, "\(received) deliveries instead of \(expected)")
  }
}

/// Performs a row's operations on this thread.
///
/// It reads no clock, because the number of instructions would depend on the time. It is not inlined, because
/// `Scripts/instructions` finds it by name and counts the instructions that run inside it.
@inline(never)
package func perform(_ row: Row, on side: Side, operations: Int) {
  Prepared(side, row)?.run(operations)
}
