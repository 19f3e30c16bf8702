import AsyncAlgorithms
import Dispatch
package import Harness

/// AsyncAlgorithms: `AsyncChannel`, whose sender waits until an update is taken, and operators on `AsyncStream`.
package let asyncAlgorithms = Peer("AsyncAlgorithms") { row in
  switch row {
  case .sendTo1: { sendThroughChannel(burst: .max, sink: $0) }
  case .awaitOneByOne: { sendThroughChannel(burst: 1, sink: $0) }
  case .awaitAtOnce: { sendThroughChannel(burst: 1_000, sink: $0) }
  case .scan: { scan(sink: $0) }
  case .removeDuplicates: { removeDuplicates(sink: $0) }
  case .merge: { mergeOfTwo(sink: $0) }
  case .combineLatest: { combineLatestOfTwo(sink: $0) }
  case .zip: { zipOfTwo(sink: $0) }
  case .shareTo1: { share(by: 1, sink: $0) }
  case .shareTo100: { share(by: 100, sink: $0) }
  case .debounce: { debouncing(sink: $0, debounce) }
  // When it has switched cannot be seen from outside.
  case .switchLatest: nil
  default: nil
  }
} shape: { shape in
  guard shape.isForTasks else { return nil }
  return { share(by: shape.subscribers, sink: $0) }
} object: { object in
  object == .source ? keeping { _ in AsyncChannel<Int>() } : nil
}

private func sendThroughChannel(burst: Int, sink: Sink) -> Batch {
  let channel = AsyncChannel<Int>()
  let done = DispatchSemaphore(value: 0)
  consume(channel) { remaining in
    sink.receive(remaining)
    if remaining % burst == 0 { done.signal() }
  }
  let end = AtEnd { channel.finish() }
  return { operations in
    // Only a task can send: one for each burst.
    var count = operations
    while count > 0 {
      let updates = (count - 1) / burst * burst..<count
      Task { for remaining in updates.reversed() { await channel.send(remaining) } }
      done.wait()
      count = updates.lowerBound
    }
    withExtendedLifetime(end) {}
  }
}

private func scan(sink: Sink) -> Batch {
  let source = Source()
  let done = DispatchSemaphore(value: 0)
  // What is remembered is the update, so that the last one can be told.
  consume(source.stream.reductions(0) { ($0 & 0) &+ $1 }) { remaining in
    sink.receive(remaining)
    if remaining == 0 { done.signal() }
  }
  return { operations in
    countDown(from: operations, done: done) { source.send($0) }
  }
}

private func removeDuplicates(sink: Sink) -> Batch {
  let source = Source()
  let done = DispatchSemaphore(value: 0)
  consume(source.stream.removeDuplicates()) { remaining in
    sink.receive(remaining)
    if remaining <= 0 { done.signal() }
  }
  // Two batches must not meet with the same update: one ends with 0, the next may begin with it.
  var last = 0
  return { operations in
    last -= 1
    for update in (1..<operations).reversed() { source.send(update) }
    source.send(last)
    done.wait()
  }
}

private func mergeOfTwo(sink: Sink) -> Batch {
  let first = Source()
  let second = Source()
  let done = DispatchSemaphore(value: 0)
  consume(merge(first.stream, second.stream)) { remaining in
    sink.receive(remaining)
    if remaining == 0 { done.signal() }
  }
  return { operations in
    countDown(from: operations, done: done) { first.send($0) }
    withExtendedLifetime(second) {}
  }
}

private func combineLatestOfTwo(sink: Sink) -> Batch {
  let first = Source()
  let second = Source()
  let done = DispatchSemaphore(value: 0)
  consume(combineLatest(first.stream, second.stream)) { remaining, other in
    sink.receive(remaining &+ other)
    if remaining <= 0 { done.signal() }
  }
  first.send(-1)
  second.send(1)
  done.wait()
  return { operations in
    countDown(from: operations, done: done) { first.send($0) }
    withExtendedLifetime(second) {}
  }
}

private func zipOfTwo(sink: Sink) -> Batch {
  let first = Source()
  let second = Source()
  let done = DispatchSemaphore(value: 0)
  consume(zip(first.stream, second.stream)) { remaining, other in
    sink.receive(remaining &+ other)
    if remaining == 0 { done.signal() }
  }
  return { operations in
    countDown(from: operations, done: done) {
      first.send($0)
      second.send($0)
    }
  }
}

private func share(by subscribers: Int, sink: Sink) -> Batch {
  let source = Source()
  let done = DispatchSemaphore(value: 0)
  let ready = DispatchSemaphore(value: 0)
  let shared = source.stream.map { $0 &+ 1 }.share(bufferingPolicy: .unbounded)
  for offset in 0..<subscribers {
    Task {
      // It is registered from here on, and misses nothing.
      var updates = shared.makeAsyncIterator()
      ready.signal()
      while let update = await updates.next(isolation: nil) {
        sink.receiveConcurrently(update &+ offset)
        if update == 1 { done.signal() }
      }
    }
  }
  for _ in 0..<subscribers { ready.wait() }
  return { operations in
    for remaining in (0..<operations).reversed() { source.send(remaining) }
    for _ in 0..<subscribers { done.wait() }
  }
}

private func debounce(for quiet: Duration, sink: Sink, passed: @escaping @Sendable () -> Void) -> Batch {
  let source = Source()
  let done = DispatchSemaphore(value: 0)
  let updates = source.stream.map { remaining in
    sink.receive(remaining)
    if remaining == 0 { done.signal() }
    return remaining
  }
  consume(updates.debounce(for: quiet)) { _ in passed() }
  return { operations in
    countDown(from: operations, done: done) { source.send($0) }
  }
}
