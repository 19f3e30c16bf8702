import TidingsAdapters
public import TidingsCore

/// A scheduler whose time passes when the test says so.
///
///     let scheduler = ManualScheduler()
///     let results = query.debounce(for: .milliseconds(300), scheduler: scheduler)
///     …
///     scheduler.advance(by: .milliseconds(300))
///
/// Jobs run in ``advance(by:)``, ``advance(to:)`` and ``run(limit:)``, on the thread that calls these, in the order of
/// their times, and among equal times in the order in which they were enqueued; nothing ever waits. While a job runs,
/// the time is that of the job. A job may enqueue others and may itself let time pass.
///
/// Jobs can be enqueued and cancelled on any thread. Only one thread at a time may advance the time.
public final class ManualScheduler: UpdateScheduler {
  private struct State: Sendable {
    var now = Duration.zero
    var queue = JobQueue()
    /// The thread that is inside a job.
    var thread: ThreadID?
    var waiting: [Waiting] = []

    /// Those who wait for so many jobs as there are.
    mutating func takeSatisfied() -> [Waiting] {
      let count = queue.count
      let satisfied = waiting.filter { $0.jobs <= count }
      if !satisfied.isEmpty { waiting.removeAll { $0.jobs <= count } }
      return satisfied
    }
  }

  private struct Waiting: Sendable {
    let jobs: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private let state = Locked(State())

  /// A scheduler at time zero.
  public init() {}

  /// How much time has passed.
  public var uptime: Duration { state.withLock { $0.now } }

  /// Whether the calling code is a job of this scheduler.
  public var isCurrent: Bool { state.withLock { $0.thread == .current } }

  /// How many jobs wait.
  public var pendingJobs: Int { state.withLock { $0.queue.count } }

  /// The time of the job that would run next.
  public var nextDue: Duration? { state.withLock { $0.queue.nextDue } }

  /// Adds a job for the current time, after those there are.
  public func enqueue(_ job: @escaping @Sendable () -> Void) {
    _ = add(job) { $0 }
  }

  /// Adds a job for a later time; the tolerance does not count.
  public func enqueue(
    after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void
  ) -> Subscription {
    let number = add(job) { $0.saturatingAdding(max(delay, .zero)) }
    return Subscription { [weak self] in self?.remove(number) }
  }

  /// - Parameter due: Makes of the time that it is when the job is due.
  /// - Returns: What `remove` takes.
  func add(_ job: @escaping @Sendable () -> Void, due: (Duration) -> Duration) -> UInt {
    let (number, satisfied) = state.withLock { state in
      let number = state.queue.add(job, due: due(state.now))
      return (number, state.takeSatisfied())
    }
    for waiting in satisfied { waiting.continuation.resume() }
    return number
  }

  func remove(_ number: UInt) {
    let job = state.withLock { $0.queue.remove(number) }
    withExtendedLifetime(job) {}
  }

  /// Returns as soon as so many jobs wait, which other threads or tasks may enqueue.
  ///
  /// A task that sleeps by this clock does so some time after it was made: a test that makes time pass waits for it before.
  ///
  ///     let task = Task { try await model.reloadLater(clock: scheduler) }
  ///     await scheduler.waitForPendingJobs(1)
  ///     scheduler.advance(by: .seconds(1))
  ///     try await task.value
  public func waitForPendingJobs(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let satisfied = state.withLock { state in
        state.waiting.append(Waiting(jobs: count, continuation: continuation))
        return state.takeSatisfied()
      }
      for waiting in satisfied { waiting.continuation.resume() }
    }
  }

  /// Lets so much time pass: runs all jobs up to then, those too that they enqueue.
  ///
  /// - Parameter duration: Zero or more; with zero only what is due now runs.
  public func advance(by duration: Duration) {
    guard duration >= .zero else { fatalError("advance(by:) takes zero or more, not \(duration)") }
    runJobs(until: uptime.saturatingAdding(duration))
  }

  /// Lets time pass until then: runs all jobs up to then, those too that they enqueue.
  ///
  /// - Parameter time: The time since this scheduler was made; not before ``uptime``.
  public func advance(to time: Duration) {
    let now = uptime
    guard time >= now else { fatalError("advance(to:) takes a time that is not over: \(now) or more, not \(time)") }
    runJobs(until: time)
  }

  /// Lets time pass until no job waits any more.
  ///
  /// - Parameter limit: How many jobs may run. With more the program stops: something repeats for ever, and wants
  ///   ``advance(by:)``.
  public func run(limit: Int = 100_000) {
    for _ in 0..<limit {
      guard runNext(until: .longest) else { return }
    }
    guard pendingJobs == 0 else {
      fatalError("run() has run \(limit) jobs, and more wait: something repeats for ever. Use advance(by:).")
    }
  }

  private func runJobs(until time: Duration) {
    while runNext(until: time) {}
    // A job may have let more time pass than was asked for here.
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
