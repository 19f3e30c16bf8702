import Dispatch
import TidingsAdapters
import TidingsCore

/// A scheduler made by hand around a queue, right but for one fault, if any.
struct HandMadeScheduler: UpdateScheduler {
  enum Fault: Sendable, CaseIterable {
    case runsJobsTwice
    case runsTheLatestFirst
    case runsJobsOfJobsImmediately
    case runsDelayedJobsTwice
    case runsDelayedJobsTwiceAndImmediately
    case cancelsAllDelayedJobs
    case runsJobsBeforeTheirTime
    case losesJobsOfThePast
    case runsJobsOfTheFarFuture
    case runsInvalidatedJobs
    case keepsCancelledJobs
    case isAlwaysCurrent
    case isCurrentOnEachThread
    case isNeverCurrent
    case isNotCurrentInDelayedJobs
    case losesJobsOfJobs
    case losesJobsOfOtherThreads
  }

  private let queue = DispatchQueue(label: "made by hand")
  private let maker = ThreadID.current
  private let jobs = Jobs()
  private let fault: Fault?

  private final class Jobs: Sendable {
    let waiting = Locked<[Job]>([])
    let tokens = SubscriptionBag()
    let kept = Locked<[Job]>([])
    let isRunning = Locked(false)
  }

  private struct Job: Sendable {
    let run: @Sendable () -> Void
  }

  init(fault: Fault? = nil) {
    self.fault = fault
  }

  /// The clock stands still if jobs run too early, so that they are too early on a busy machine, too.
  var uptime: Duration { fault == .runsJobsBeforeTheirTime ? .zero : queue.uptime }

  var isCurrent: Bool {
    switch fault {
    case .isAlwaysCurrent: true
    case .isCurrentOnEachThread: jobs.isRunning.withLock { $0 }
    case .isNeverCurrent: false
    default: queue.isCurrent
    }
  }

  func enqueue(_ job: @escaping @Sendable () -> Void) {
    if fault == .losesJobsOfJobs, queue.isCurrent { return }
    if fault == .runsJobsOfJobsImmediately, queue.isCurrent { return job() }
    if fault == .losesJobsOfOtherThreads, maker != .current { return }
    jobs.waiting.withLock { $0.append(Job(run: job)) }
    queue.enqueue {
      let next = jobs.waiting.withLock { fault == .runsTheLatestFirst ? $0.removeLast() : $0.removeFirst() }
      jobs.isRunning.withLock { $0 = true }
      next.run()
      if fault == .runsJobsTwice { next.run() }
      jobs.isRunning.withLock { $0 = false }
    }
  }

  func enqueue(after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void) -> Subscription {
    if fault == .runsDelayedJobsTwiceAndImmediately {
      for _ in 1...2 { job() }
      return .ended
    }
    if fault == .losesJobsOfThePast, delay < .zero { return Subscription {} }
    let isLong = delay > .seconds(1_000_000_000)
    let isEarly = fault == .runsJobsBeforeTheirTime || fault == .runsJobsOfTheFarFuture && isLong
    let queue = fault == .isNotCurrentInDelayedJobs ? DispatchQueue(label: "another") : queue
    let token = queue.enqueue(after: isEarly ? .zero : delay, tolerance: tolerance) {
      job()
      if fault == .runsDelayedJobsTwice { job() }
    }
    if fault == .cancelsAllDelayedJobs {
      token.store(in: jobs.tokens)
      return Subscription { [jobs] in jobs.tokens.removeAll() }
    }
    if fault == .keepsCancelledJobs { jobs.kept.withLock { $0.append(Job(run: job)) } }
    guard fault == .runsInvalidatedJobs else { return token }
    token.store(in: jobs.tokens)
    return Subscription {}
  }
}
