package import Dispatch

/// Takes every update of a sequence with `for await`, in a task of its own, until the sequence ends.
package func consume<Updates: AsyncSequence & Sendable>(
  _ updates: Updates, _ receive: @escaping @Sendable (Updates.Element) -> Void
) where Updates.Failure == Never {
  Task { for await update in updates { receive(update) } }
}

/// Sends so many updates, counting down to 0, and waits whenever one is a multiple of the burst: what receives it signals.
package func countDown(from operations: Int, burst: Int = .max, done: DispatchSemaphore, _ send: (Int) -> Void) {
  for remaining in (0..<operations).reversed() {
    send(remaining)
    if remaining % burst == 0 { done.wait() }
  }
}
