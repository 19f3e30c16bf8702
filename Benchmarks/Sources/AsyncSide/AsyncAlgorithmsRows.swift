import AsyncAlgorithms
import Dispatch
package import Harness

/// AsyncAlgorithms: `AsyncChannel`, whose sender waits until an update is received, and operators on `AsyncStream`.
///
/// There is no row for `flatMapLatest`, because the moment of the switch cannot be observed.
package let asyncAlgorithms = Side("AsyncAlgorithms") { row in
  switch row {
  case .send(to: 1): { sendThroughChannel(burst: .max, $0) }
  case .forAwait(let burst): { sendThroughChannel(burst: burst, $0) }
  case .scan: { scan($0) }
  case .removeDuplicates: { removeDuplicates($0) }
  case .merge: { mergeOfTwo($0) }
  case .combineLatest: { combineLatestOfTwo($0) }
  case .zip: { zipOfTwo($0) }
  case .share(let subscribers): { share(by: subscribers, $0) }
  case .object(.source): { _ in keeping { _ in AsyncChannel<Int>() } }
  default: nil
  }
}

private func sendThroughChannel(burst: Int, _ sink: Sink) -> Batch {
  let channel = AsyncChannel<Int>()
  let done = DispatchSemaphore(value: 0)
  consume(channel) { remaining in
    sink.receive(remaining)
    if remaining % burst == 0 { done.signal() }
  }
  let end = AtEnd { channel.finish() }
  return { operations in
    // Only a task can send, so there is one task for each burst.
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

private func scan(_ sink: Sink) -> Batch {
  let source = Source()
  let bursts = Bursts(sink)
  // The update is the result, so that the last one can be recognised.
  consume(source.stream.reductions(0) { ($0 & 0) &+ $1 }) { bursts.receive($0) }
  return bursts.sending { source.send($0) }
}

private func removeDuplicates(_ sink: Sink) -> Batch {
  let source = Source()
  let bursts = Bursts(sink)
  // Each batch ends with 0, and the next one may begin with 0.
  consume(source.stream.removeDuplicates { $0 == $1 && $0 != 0 }) { bursts.receive($0) }
  return bursts.sending { source.send($0) }
}

private func mergeOfTwo(_ sink: Sink) -> Batch {
  let first = Source()
  let second = Source()
  let bursts = Bursts(sink)
  consume(merge(first.stream, second.stream)) { bursts.receive($0) }
  return bursts.sending(keeping: second) { first.send($0) }
}

private func combineLatestOfTwo(_ sink: Sink) -> Batch {
  let first = Source()
  let second = Source()
  let bursts = Bursts(sink)
  consume(combineLatest(first.stream, second.stream)) { bursts.receive($0 &+ $1) }
  second.send(0)
  let batch = bursts.sending(keeping: second) { first.send($0) }
  // After this batch, the update of the second source has been received.
  batch(1)
  return batch
}

private func zipOfTwo(_ sink: Sink) -> Batch {
  let first = Source()
  let second = Source()
  let bursts = Bursts(sink)
  consume(zip(first.stream, second.stream)) { bursts.receive($0 &+ $1) }
  return bursts.sending {
    first.send($0)
    second.send($0)
  }
}

private func share(by subscribers: Int, _ sink: Sink) -> Batch {
  let source = Source()
  let done = DispatchSemaphore(value: 0)
  let ready = DispatchSemaphore(value: 0)
  let shared = source.stream.map { $0 &+ 1 }.share(bufferingPolicy: .unbounded)
  for offset in 0..<subscribers {
    Task {
      // This registers the consumer, so it misses no update.
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
