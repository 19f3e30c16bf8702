public import Dispatch
public import TidingsCore

extension DispatchQueue: UpdateScheduler {
  /// The time that the system has been running, not counting sleep.
  public var uptime: Duration {
    .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds))
  }

  /// Whether the calling code runs on this queue, or on one that targets it.
  public var isCurrent: Bool {
    QueueSpecifics.of(self).isCurrent
  }

  /// Runs the job on this queue, after those enqueued before it.
  public func enqueue(_ job: @escaping @Sendable () -> Void) {
    async(execute: job)
  }

  /// Runs the job on this queue once the delay has passed, unless the returned subscription is invalidated before.
  ///
  /// Of the jobs of a serial queue, the one that is due first runs first, and among equals the one that was enqueued
  /// first: also when the queue was suspended or busy in the meantime. A delay too long for a dispatch time means never.
  public func enqueue(
    after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void
  ) -> Subscription {
    let delay = max(delay, .zero)
    let due = uptime.saturatingAdding(delay)
    let jobs = QueueSpecifics.of(self).jobs
    let number = jobs.add(job, due: due)
    // A dispatch source may be used from any thread; that its protocol does not say so is an omission.
    nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(flags: .strict, queue: self)
    let subscription = Subscription {
      unsafe timer.cancel()
      jobs.remove(number)
    }
    unsafe timer.setEventHandler { [self] in
      unsafe timer.cancel()
      runNext(of: jobs, dueBy: due)
    }
    unsafe timer.schedule(deadline: .now() + delay.dispatchInterval, leeway: tolerance.dispatchInterval)
    unsafe timer.activate()
    return subscription
  }

  private func runNext(of jobs: DueJobs, dueBy due: Duration) {
    jobs.runNext(until: max(due, uptime)) { async { self.runNext(of: jobs, dueBy: due) } }
  }
}

extension UpdateScheduler where Self == DispatchQueue {
  /// The main queue, where a scheduler is asked for: `.debounce(for: .seconds(1), scheduler: .main)`.
  public static var main: DispatchQueue { DispatchQueue.main }

  /// A queue of the system, where a scheduler is asked for: `.subscribe(on: .global(qos: .utility))`.
  public static func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue {
    DispatchQueue.global(qos: qos)
  }
}

extension Duration {
  var dispatchInterval: DispatchTimeInterval {
    guard self > .zero else { return .nanoseconds(0) }
    let nanoseconds = attoseconds / 1_000_000_000
    return nanoseconds < Int64.max / 2 ? .nanoseconds(Int(nanoseconds)) : .never
  }
}
