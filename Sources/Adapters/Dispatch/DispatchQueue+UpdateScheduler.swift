public import Dispatch
public import TidingsCore

extension DispatchQueue: UpdateScheduler {
  /// The time that the system has been running, excluding sleep.
  public var uptime: Duration {
    .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds))
  }

  /// Whether the calling code runs on this queue, or on a queue that targets it.
  public var isCurrent: Bool { QueueSpecifics.of(self).isCurrent }

  /// Runs the job on this queue, after the jobs that were enqueued before it.
  public func enqueue(_ job: @escaping @Sendable () -> Void) {
    async(execute: job)
  }

  /// Runs the job on this queue after the delay, unless the returned subscription is invalidated before.
  ///
  /// Jobs of a serial queue run in the order of their due times, and for equal times in the order of enqueuing. This
  /// also holds if the queue was suspended or busy. A delay that is too long for a dispatch time means never.
  ///
  /// - Parameters:
  ///   - delay: Zero or less means as soon as possible.
  ///   - tolerance: The leeway of the timer.
  ///   - job: Runs once, on this queue.
  /// - Complexity: O(log *n*), where *n* is the number of pending jobs with a delay.
  public func enqueue(
    after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void
  ) -> Subscription {
    let delay = max(delay, .zero)
    let due = uptime.saturatingAdding(delay)
    let jobs = QueueSpecifics.of(self).jobs
    let number = jobs.add(job, due: due)
    let timer = QueueTimer(source: DispatchSource.makeTimerSource(flags: .strict, queue: self))
    let subscription = Subscription {
      timer.source.cancel()
      jobs.remove(number)
    }
    timer.source.setEventHandler { [self] in
      timer.source.cancel()
      runNext(of: jobs, dueBy: due)
    }
    timer.source.schedule(deadline: .now() + delay.dispatchInterval, leeway: tolerance.dispatchInterval)
    timer.source.activate()
    return subscription
  }

  private func runNext(of jobs: SharedJobQueue, dueBy due: Duration) {
    jobs.runNext(until: max(due, uptime)) { async { self.runNext(of: jobs, dueBy: due) } }
  }
}

/// A timer of a queue.
///
/// Invariant behind `@unchecked`: a dispatch source can be used on any thread, but not every platform declares that.
private struct QueueTimer: @unchecked Sendable {
  let source: any DispatchSourceTimer
}

extension UpdateScheduler where Self == DispatchQueue {
  /// The main queue, as a scheduler argument: `.debounce(for: .seconds(1), scheduler: .main)`.
  public static var main: DispatchQueue { DispatchQueue.main }

  /// A global queue, as a scheduler argument: `.subscribe(on: .global(qos: .utility))`.
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

/// The scheduler data of a dispatch queue, which retains it.
final class QueueSpecifics: Sendable {
  private static let key = DispatchSpecificKey<QueueSpecifics>()
  private static let making = Locked(())

  let jobs = SharedJobQueue()
  /// Found by all code that runs on the queue, or on a queue that targets it.
  private let current = DispatchSpecificKey<Bool>()

  static func of(_ queue: DispatchQueue) -> QueueSpecifics {
    if let known = queue.getSpecific(key: key) { return known }
    return making.withLock { _ in
      if let known = queue.getSpecific(key: key) { return known }
      let new = QueueSpecifics()
      queue.setSpecific(key: new.current, value: true)
      queue.setSpecific(key: key, value: new)
      return new
    }
  }

  var isCurrent: Bool { DispatchQueue.getSpecific(key: current) == true }
}
