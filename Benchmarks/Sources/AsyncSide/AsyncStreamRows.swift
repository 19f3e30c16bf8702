package import Harness

/// The standard library's `AsyncStream`, which only one task can read.
///
/// Nothing is delivered on the sending thread, so every row includes the hop to another thread.
package let asyncStream = Side("AsyncStream") { row in
  switch row {
  case .send(to: 1): { send(burst: .max, $0) }
  case .mapFilterMap: { sendThroughChain($0) }
  case .receiveOnQueue(let burst), .forAwait(let burst): { send(burst: burst, $0) }
  case .object(.source): { _ in keeping { _ in AsyncStream<Int>.makeStream() } }
  default: nil
  }
}

/// An `AsyncStream` with an unlimited buffer. It ends when its owner is released, and then its tasks end, too.
final class Source {
  let stream: AsyncStream<Int>
  private let continuation: AsyncStream<Int>.Continuation

  init() {
    (stream, continuation) = AsyncStream.makeStream()
  }

  deinit { continuation.finish() }

  func send(_ update: Int) {
    continuation.yield(update)
  }
}

private func send(burst: Int, _ sink: Sink) -> Batch {
  let source = Source()
  let bursts = Bursts(of: burst, sink)
  consume(source.stream) { bursts.receive($0) }
  return bursts.sending { source.send($0) }
}

private func sendThroughChain(_ sink: Sink) -> Batch {
  let source = Source()
  let bursts = Bursts(sink)
  // The sender waits for the last update, which is 0 again after the last map.
  consume(source.stream.map { $0 &+ 1 }.filter { $0 != .min }.map { ($0 &- 1) &* 3 }) { bursts.receive($0) }
  return bursts.sending { source.send($0) }
}
