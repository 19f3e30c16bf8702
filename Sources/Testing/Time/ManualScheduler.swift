import TidingsAdapters
public import TidingsCore

/// A scheduler whose time is advanced by the test.
///
///     let scheduler = ManualScheduler()
///     let results = query.debounce(for: .milliseconds(300), scheduler: scheduler)
///     …
///     scheduler.advance(by: .milliseconds(300))
///
/// Jobs run during ``advance(by:)``, ``advance(to:)`` and ``run(limit:)``, on the calling thread, in the order of their
/// times. Jobs with equal times run in the order in which they were enqueued. During a job, the time is that of the
/// job. A job can enqueue other jobs and advance the time.
///
/// Jobs can be enqueued and cancelled on any thread. Only one thread at a time may advance the time.
public final class ManualScheduler: UpdateScheduler {
  private struct State: Sendable {
    var now = Duration.zero
    var queue = JobQueue()
    /// The thread that runs a job.
    var thread: ThreadID?
  }

  private let state = AwaitedState(State())

  /// Creates a scheduler at time zero.
  public init() {}

  /// The virtual time that has passed.
  public var uptime: Duration { state.withLock { $0.now } }

  /// Whether the calling code is a job of this scheduler.
  public var isCurrent: Bool { state.withLock { $0.thread == .current } }

  /// The number of pending jobs.
  public var pendingJobs: Int { state.withLock { $0.queue.count } }

  /// The time of the next job, or nil if none is pending. A job with the longest delay is never due.
  public var nextDue: Duration? { state.withLock { $0.queue.nextDue } }

  /// Adds a job for the current time, after earlier ones.
  public func enqueue(_ job: @escaping @Sendable () -> Void) { _ = add(job) { $0 } }

  /// Adds a job for a later time. The tolerance is ignored.
  ///
  /// - Parameters:
  ///   - delay: The virtual time until the job. Zero or less means the current time.
  ///   - tolerance: Ignored.
  ///   - job: Runs when the time is advanced.
  /// - Complexity: O(*n*), where *n* is the number of pending jobs that are due later.
  public func enqueue(
    after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void
  ) -> Subscription {
    let key = add(job) { $0.saturatingAdding(max(delay, .zero)) }
    return Subscription { [weak self] in self?.remove(key) }
  }

  /// - Parameter due: Returns the time of the job for the current time.
  /// - Returns: The key to pass to `remove`.
  func add(_ job: @escaping @Sendable () -> Void, due: (Duration) -> Duration) -> JobQueue.Key {
    state.change { $0.queue.add(job, due: due($0.now)) }
  }

  func remove(_ key: JobQueue.Key) {
    let job = state.withLock { $0.queue.remove(key) }
    withExtendedLifetime(job) {}
  }

  /// Waits until at least this number of jobs is pending, of any kind.
  ///
  /// A new task needs some time before it sleeps. Call this before you advance the time. It also returns when the calling task is
  /// cancelled, such as by the time limit of a test. Otherwise, it waits forever for jobs that do not come.
  ///
  ///     let task = Task { try await model.reloadLater(clock: scheduler) }
  ///     await scheduler.waitForPendingJobs(1)
  ///     scheduler.advance(by: .seconds(1))
  ///     try await task.value
  public func waitForPendingJobs(_ count: Int = 1) async {
    _ = await state.wait { $0.queue.count >= count ? true : nil }
  }

  /// Advances the time by a duration, and runs all jobs up to then, including new ones.
  ///
  /// - Parameter duration: Zero or more. With zero, only due jobs run.
  /// - Complexity: O(*n*), where *n* is the number of jobs that run.
  public func advance(by duration: Duration) {
    guard duration >= .zero else { fatalError("advance(by:) takes zero or more, not \(duration)") }
    runJobs(until: uptime.saturatingAdding(duration))
  }

  /// Advances the time to a given time, and runs all jobs up to then, including new ones.
  ///
  /// - Parameter time: The time since this scheduler was created, not before ``uptime``.
  public func advance(to time: Duration) {
    let now = uptime
    guard time >= now else { fatalError("advance(to:) takes a time that has not passed: \(now) or more, not \(time)") }
    runJobs(until: time)
  }

  /// Advances the time until no pending job is ever due.
  ///
  /// - Parameter limit: The maximum number of jobs. With more, the program stops, because a timer repeats forever. Use
  ///   ``advance(by:)`` for it.
  public func run(limit: Int = 100_000) {
    guard limit >= 0 else { fatalError("run(limit:) takes zero or more, not \(limit)") }
    for _ in 0..<limit {
      guard runNext(until: .longest) else { return }
    }
    guard nextDue == nil else {
      fatalError(
        """
        run() has run \(limit) jobs, and more are pending. A timer may repeat forever. Use a ManualScheduler and advance(by:).
        """)
    }
  }

  private func runJobs(until time: Duration) {
    while runNext(until: time) {}
    // A job may have advanced the time further.
    state.withLock { $0.now = max($0.now, time) }
  }

  private func runNext(until time: Duration) -> Bool {
    let next: (job: @Sendable () -> Void, outer: ThreadID?)? = state.withLock { state in
      guard let (due, job) = state.queue.takeFirst(until: time) else { return nil }
      state.now = max(state.now, due)
      defer { state.thread = .current }
      return (job, state.thread)
    }
    guard let next else { return false }
    next.job()
    state.withLock { $0.thread = next.outer }
    return true
  }
}
