import TidingsCore
import TidingsTesting

/// A busy scheduler. Its time passes, and its jobs wait until the test runs them.
struct LateScheduler: UpdateScheduler {
  let clock = ManualScheduler()
  let jobs = ManualScheduler()

  var uptime: Duration { clock.uptime }
  var isCurrent: Bool { jobs.isCurrent }

  func enqueue(_ job: @escaping @Sendable () -> Void) {
    jobs.enqueue(job)
  }

  func enqueue(
    after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void
  ) -> Subscription {
    jobs.enqueue(after: delay, tolerance: tolerance, job)
  }
}
