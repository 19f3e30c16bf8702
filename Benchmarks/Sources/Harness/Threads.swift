import Dispatch
import Foundation
import Synchronization

/// Performs the operation `count` times on each of so many threads, each time with another number, and returns when the
/// sink has received `deliveries` for every time: a library may deliver after the call that published has returned.
package func onThreads(
  _ threads: Int, count: Int, deliveries: Int = 1, sink: Sink, _ operation: @escaping @Sendable (Int) -> Void
) {
  let expected = sink.deliveries.load(ordering: .relaxed) + threads * count * deliveries
  let start = Rendezvous(of: threads)
  let others = DispatchGroup()
  for thread in 1..<threads {
    others.enter()
    Thread.detachNewThread {
      start.meet()
      for index in 0..<count { operation(thread * count + index) }
      others.leave()
    }
  }
  start.meet()
  for index in 0..<count { operation(index) }
  others.wait()
  while sink.deliveries.load(ordering: .relaxed) < expected { sched_yield() }
}

/// Does the work on so many threads, each with its number, and returns when all have returned.
package func onThreads(_ threads: Int, _ work: @escaping @Sendable (Int) -> Void) {
  let running = DispatchGroup()
  for thread in 0..<threads {
    running.enter()
    Thread.detachNewThread {
      work(thread)
      running.leave()
    }
  }
  running.wait()
}

/// Lets threads go at the same moment: one that started early would have the source to itself for a while.
private final class Rendezvous: Sendable {
  private let arrived = Atomic(0)
  private let threads: Int

  init(of threads: Int) {
    self.threads = threads
  }

  func meet() {
    arrived.wrappingAdd(1, ordering: .acquiringAndReleasing)
    while arrived.load(ordering: .acquiring) < threads { sched_yield() }
  }
}
