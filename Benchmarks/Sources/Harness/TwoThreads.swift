import Dispatch
import Foundation
import Synchronization

/// Performs the operation `count` times on each of two threads, and returns when the sink has received an update for
/// every time: a library may deliver after the call that published has returned.
package func onTwoThreads(_ count: Int, sink: Sink, _ operation: @escaping @Sendable (Int) -> Void) {
  let expected = sink.deliveries.load(ordering: .relaxed) + 2 * count
  let start = Rendezvous()
  let other = DispatchGroup()
  other.enter()
  Thread.detachNewThread {
    start.meet()
    for index in 0..<count { operation(index) }
    other.leave()
  }
  start.meet()
  for index in 0..<count { operation(index) }
  other.wait()
  while sink.deliveries.load(ordering: .relaxed) < expected { sched_yield() }
}

/// Lets two threads go at the same moment: one that started early would have the source to itself for a while.
private final class Rendezvous: Sendable {
  private let arrived = Atomic(0)

  func meet() {
    arrived.wrappingAdd(1, ordering: .acquiringAndReleasing)
    while arrived.load(ordering: .acquiring) < 2 { sched_yield() }
  }
}
