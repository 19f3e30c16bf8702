import Dispatch
package import Harness

/// The standard library's `AsyncStream`, read by one task; it cannot be read by several. Nothing is delivered on the
/// sending thread, so every row includes the way to another.
package let asyncStream = Peer("AsyncStream") { row in
  switch row {
  case .sendTo1: { send(burst: .max, sink: $0) }
  case .mapFilterMap: { sendThroughChain(sink: $0) }
  case .queueOneByOne, .awaitOneByOne: { send(burst: 1, sink: $0) }
  case .queueAtOnce, .awaitAtOnce: { send(burst: 1_000, sink: $0) }
  default: nil
  }
} shape: { shape in
  guard shape.isForTasks else { return nil }
  return { send(to: shape.subscribers, sink: $0) }
} object: { object in
  object == .source ? keeping { _ in AsyncStream<Int>.makeStream() } : nil
}

/// A stream for each subscriber, and whoever sends goes through all.
private func send(to subscribers: Int, sink: Sink) -> Batch {
  let sources = (0..<subscribers).map { _ in Source() }
  let done = DispatchSemaphore(value: 0)
  for (offset, source) in sources.enumerated() {
    consume(source.stream) { remaining in
      sink.receiveConcurrently(remaining &+ offset)
      if remaining == 0 { done.signal() }
    }
  }
  return { operations in
    for remaining in (0..<operations).reversed() {
      for source in sources { source.send(remaining) }
    }
    for _ in sources { done.wait() }
  }
}

private func send(burst: Int, sink: Sink) -> Batch {
  let source = Source()
  let done = DispatchSemaphore(value: 0)
  consume(source.stream) { remaining in
    sink.receive(remaining)
    if remaining % burst == 0 { done.signal() }
  }
  return { operations in
    countDown(from: operations, burst: burst, done: done) { source.send($0) }
  }
}

private func sendThroughChain(sink: Sink) -> Batch {
  let source = Source()
  let done = DispatchSemaphore(value: 0)
  consume(source.stream.map { $0 &+ 1 }.filter { $0 != .min }.map { $0 &* 3 }) { update in
    sink.receive(update)
    if update == 3 { done.signal() }
  }
  return { operations in
    countDown(from: operations, done: done) { source.send($0) }
  }
}
