public import TidingsCore

/// Virtual time for tests of what comes later: a job runs when the test advances past it.
public final class StepScheduler: UpdateScheduler {
  private struct Job: Sendable {
    let due: Duration
    let number: Int
    let run: @Sendable () -> Void
  }

  private struct State: Sendable {
    var now = Duration.zero
    var jobs: [Job] = []
    var lastNumber = 0
  }

  private let state = Locked(State())

  public init() {}

  public var uptime: Duration { state.withLock { $0.now } }
  public var isCurrent: Bool { false }
  public var pendingJobs: Int { state.withLock { $0.jobs.count } }

  public func enqueue(_ job: @escaping @Sendable () -> Void) {
    _ = add(after: .zero, job)
  }

  public func enqueue(
    after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void
  ) -> Subscription {
    let number = add(after: delay, job)
    return Subscription { [weak self] in self?.remove(number) }
  }

  public func advance(by duration: Duration) {
    let end = uptime + duration
    while let job = next(until: end) { job.run() }
    state.withLock { $0.now = end }
  }

  private func add(after delay: Duration, _ job: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      state.lastNumber += 1
      state.jobs.append(Job(due: state.now + max(delay, .zero), number: state.lastNumber, run: job))
      return state.lastNumber
    }
  }

  private func remove(_ number: Int) {
    let removed = state.withLock { state in
      defer { state.jobs.removeAll { $0.number == number } }
      return state.jobs.first { $0.number == number }
    }
    withExtendedLifetime(removed) {}
  }

  private func next(until end: Duration) -> Job? {
    state.withLock { state in
      let next = state.jobs.filter { $0.due <= end }.min { ($0.due, $0.number) < ($1.due, $1.number) }
      guard let next else { return nil }
      state.jobs.removeAll { $0.number == next.number }
      state.now = next.due
      return next
    }
  }
}
