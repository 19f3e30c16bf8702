import Dispatch
import Foundation
import Testing
import Tidings
import TidingsTesting

/// The example of the page on schedulers.
private struct OperationScheduler: UpdateScheduler {
  let queue: OperationQueue
  private let timers = DispatchQueue.global()

  init(queue: OperationQueue) {
    self.queue = queue
  }

  var uptime: Duration { timers.uptime }

  var isCurrent: Bool { OperationQueue.current === queue }

  func enqueue(_ job: @escaping @Sendable () -> Void) {
    queue.addOperation(job)
  }

  func enqueue(
    after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void
  ) -> Subscription {
    let operation = BlockOperation(block: job)
    let timer = timers.enqueue(after: delay, tolerance: tolerance) { [queue] in queue.addOperation(operation) }
    return Subscription { [weak operation] in
      timer.invalidate()
      operation?.cancel()
    }
  }
}

@Suite("The scheduler of the page")
struct OperationSchedulerTests {
  @Test func `keeps the contracts of schedulers`() async {
    await expectSchedulerContracts {
      let queue = OperationQueue()
      queue.maxConcurrentOperationCount = 1
      return OperationScheduler(queue: queue)
    }
  }
}
