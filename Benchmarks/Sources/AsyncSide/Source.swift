import Dispatch

/// An `AsyncStream` that holds any number of updates, and ends when its owner is gone: the tasks that read it end, too.
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

/// Takes every update of a sequence, in a task of its own.
func consume<Updates: AsyncSequence & Sendable>(
  _ updates: Updates, _ receive: @escaping @Sendable (Updates.Element) -> Void
) where Updates.Failure == Never {
  Task { for await update in updates { receive(update) } }
}

/// Sends so many updates, counting down to 0, and waits whenever one is a multiple of the burst: what receives it signals.
func countDown(from operations: Int, burst: Int = .max, done: DispatchSemaphore, _ send: (Int) -> Void) {
  for remaining in (0..<operations).reversed() {
    send(remaining)
    if remaining % burst == 0 { done.wait() }
  }
}
