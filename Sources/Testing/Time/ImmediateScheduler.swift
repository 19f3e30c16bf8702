public import TidingsCore

/// A scheduler that waits for nothing: every job runs at once, as if its time had come.
///
///     let results = query.debounce(for: .milliseconds(300), scheduler: ImmediateScheduler())
///
/// For tests that do not care when things happen. A job runs on the thread that enqueues it, before `enqueue` returns,
/// but for a job that is enqueued by another job: that runs when the other has returned. Time jumps to that of the job
/// that runs. Something that repeats for ever, a timer, would never return: it wants a ``ManualScheduler``.
public final class ImmediateScheduler: UpdateScheduler {
  private struct State: Sendable {
    var now = Duration.zero
    var agenda = Agenda()
    /// The thread that runs jobs.
    var thread: ThreadID?
  }

  private let state = Locked(State())

  /// A scheduler at time zero.
  public init() {}

  /// How much time has been jumped over.
  public var uptime: Duration {
    state.withLock { $0.now }
  }

  /// Whether the calling code is a job of this scheduler.
  public var isCurrent: Bool {
    state.withLock { $0.thread == .current }
  }

  /// Runs the job at once.
  public func enqueue(_ job: @escaping @Sendable () -> Void) {
    _ = add(job, after: .zero)
    run()
  }

  /// Runs the job at once, after letting the time jump; the tolerance does not count.
  public func enqueue(
    after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void
  ) -> Subscription {
    let number = add(job, after: max(delay, .zero))
    run()
    return Subscription { [weak self] in
      let job = self?.state.withLock { $0.agenda.remove(number) }
      withExtendedLifetime(job) {}
    }
  }

  private func add(_ job: @escaping @Sendable () -> Void, after delay: Duration) -> UInt {
    state.withLock { state in
      state.agenda.add(job, due: state.now.saturatingAdding(delay))
    }
  }

  /// Runs what waits, unless somebody is at it: they will.
  private func run() {
    let isFirst = state.withLock { state in
      guard state.thread == nil else { return false }
      state.thread = .current
      return true
    }
    guard isFirst else { return }
    while let job = next() { job() }
  }

  private func next() -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard let (due, job) = state.agenda.takeFirst(until: .longest) else {
        state.thread = nil
        return nil
      }
      state.now = max(state.now, due)
      return job
    }
  }
}
