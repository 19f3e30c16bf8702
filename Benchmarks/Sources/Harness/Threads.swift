import Dispatch
import Foundation
import Synchronization

/// Performs the operation `count` times on each of two threads, with different numbers.
///
/// Returns when the sink has received `deliveries` for each operation. A library may deliver after the publishing call has
/// returned.
public func onTwoThreads(
  count: Int, deliveries: Int, sink: Sink, _ operation: @escaping @Sendable (Int) -> Void
) {
  let expected = sink.deliveries.load(ordering: .relaxed) + 2 * count * deliveries
  let start = Rendezvous()
  let other = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    start.meet()
    for index in 0..<count { operation(count + index) }
    other.signal()
  }
  start.meet()
  for index in 0..<count { operation(index) }
  other.wait()
  while sink.deliveries.load(ordering: .relaxed) < expected { sched_yield() }
}

/// A common start of two threads. Without it, the first thread would be alone with the source for a while.
private final class Rendezvous: Sendable {
  private let arrived = Atomic(0)

  func meet() {
    arrived.wrappingAdd(1, ordering: .acquiringAndReleasing)
    while arrived.load(ordering: .acquiring) < 2 { sched_yield() }
  }
}

/// Receives every update of a sequence with `for await` in a task, until the sequence ends.
package func consume<Updates: AsyncSequence & Sendable>(
  _ updates: Updates, _ receive: @escaping @Sendable (Updates.Element) -> Void
) where Updates.Failure == Never {
  Task { for await update in updates { receive(update) } }
}

/// A sender of numbers down to 0. At each multiple of the burst, it waits until the subscriber has received the number.
package struct Bursts: Sendable {
  private let size: Int
  private let sink: Sink
  private let received = DispatchSemaphore(value: 0)

  package init(of size: Int = .max, _ sink: Sink) {
    self.size = size
    self.sink = sink
  }

  /// Counts a delivery like ``Sink/receive(_:)``.
  package func receive(_ remaining: Int) {
    sink.receive(remaining)
    if remaining % size == 0 { received.signal() }
  }

  package func sending(keeping kept: Any = (), _ send: @escaping (Int) -> Void) -> Batch {
    { operations in
      for remaining in (0..<operations).reversed() {
        send(remaining)
        if remaining % size == 0 { received.wait() }
      }
      withExtendedLifetime(kept) {}
    }
  }
}
