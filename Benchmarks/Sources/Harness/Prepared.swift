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
    let received = sink.drain()
    let expected = operations * deliveries
    precondition(received == expected, "\(received) deliveries instead of \(expected)")
    return duration
  }
}
