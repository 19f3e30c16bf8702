/// Two sides of a row, measured in turns.
package struct Comparison: Sendable {
  package let floor: Samples
  package let subject: Samples

  /// The best round of the subject over the best round of the floor.
  package var ratio: Double { subject.best / floor.best }
}

/// How much is measured.
package struct Effort: Sendable {
  package var rounds: Int
  package var batch: Duration

  package init(rounds: Int, batch: Duration) {
    self.rounds = rounds
    self.batch = batch
  }

  /// Measures both sides of a row; see ``measure(_:deliveries:)``.
  package func compare(floor: @escaping Preparation, subject: @escaping Preparation, deliveries: Int) -> Comparison {
    let samples = measure([floor, subject], deliveries: deliveries)
    return Comparison(floor: samples[0], subject: samples[1])
  }

  /// Measures all sides in every round, so that whatever slows the machine for a while slows all.
  ///
  /// Each side is set up anew for each round: a lucky or unlucky place in memory lasts one round, not the whole row.
  /// The sides change places from round to round, since a later one finds a warmer processor.
  ///
  /// - Parameters:
  ///   - deliveries: The updates that one operation delivers.
  ///   - parts: What times are for one of; nil for a delivery, or for the operation if that delivers nothing.
  package func measure(_ sides: [Preparation], deliveries: Int, parts: Int? = nil) -> [Samples] {
    let operations = sides.map { self.operations(for: $0, deliveries: deliveries) }
    var times = sides.map { _ in [Double]() }
    for round in 0..<rounds {
      for place in sides.indices {
        let side = (round + place) % sides.count
        times[side].append(
          time(sides[side], operations: operations[side], deliveries: deliveries, parts: parts ?? max(1, deliveries)))
      }
    }
    return times.map(Samples.init)
  }

  /// Returns how many operations fill a batch.
  private func operations(for preparation: Preparation, deliveries: Int) -> Int {
    let prepared = Prepared(preparation, deliveries: deliveries)
    var operations = 1
    while true {
      let duration = prepared.run(operations)
      guard duration < batch / 4 else { return max(1, Int(Double(operations) * (batch / duration))) }
      operations *= 2
    }
  }

  private func time(_ preparation: Preparation, operations: Int, deliveries: Int, parts: Int) -> Double {
    let prepared = Prepared(preparation, deliveries: deliveries)
    _ = prepared.run(1 + operations / 10)
    return prepared.run(operations) / .nanoseconds(operations * parts)
  }
}
