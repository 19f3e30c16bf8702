import TidingsCore
import TidingsTesting

/// A scheduler that is busy: time passes, and its jobs wait until they are let run.
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
