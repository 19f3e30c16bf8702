import Dispatch
import Foundation
package import TidingsCore

/// Time that passes only while this process can run. It measures the limits of waiting.
///
/// It advances by ticks. A tick ends when a timer has fired, and then a job has run on the concurrency pool. So the
/// time stands still while the process is suspended, and is slow while other programs or many tests use the processor.
/// In an idle process, it is as fast as real time, and half as fast while the concurrency pool is blocked.
package enum OwnTime: Sendable {
  private static let tick = Duration.milliseconds(50)

  /// Runs its jobs on a thread of its own. Their delays are accurate to a tick.
  package static let scheduler: any UpdateScheduler = {
    let scheduler = ManualScheduler()
    // A separate thread, because the pool can be blocked forever.
    Thread.detachNewThread {
      while true {
        waitForTick()
        scheduler.advance(by: tick)
      }
    }
    return scheduler
  }()

  private static func waitForTick() {
    let turn = DispatchSemaphore(value: 0)
    _ = turn.wait(timeout: .now() + tick.seconds)
    Task.detached { turn.signal() }
    var used = processorTime
    while turn.wait(timeout: .now() + tick.seconds) == .timedOut {
      // A pool that runs no job is either busy or blocked. It is blocked if the process has used no processor time
      // since the last check.
      let now = processorTime
      if now - used < tick / 20 { return }
      used = now
    }
  }

  private static var processorTime: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}

extension Duration {
  fileprivate var seconds: Double { self / .seconds(1) }
}
