/// What a scenario sets up for one schedule: its threads, and what must hold when they have all finished.
public final class Scene {
  struct Body: Sendable {
    let isEndless: Bool
    let run: @Sendable () -> Void
  }

  private var threads: [Body] = []
  private var expectations: [() -> String?] = []

  init() {}

  /// Adds a thread. Threads are called a, b, c … in the order in which they are added.
  public func thread(_ body: @escaping @Sendable () -> Void) {
    threads.append(Body(isEndless: false, run: body))
  }

  /// Adds a thread that runs the closure again and again, until all threads of the scene that are not endless have
  /// finished; jobs that were spawned do not count.
  ///
  /// Between two runs all other threads go first: to run it once more instead costs a preemption. Where preemptions have
  /// no bound, it is run so often as the ``ThreadExplorer/repetitions`` of the explorer say.
  public func endlessThread(_ body: @escaping @Sendable () -> Void) {
    threads.append(Body(isEndless: true, run: body))
  }

  /// Adds something that must hold at the end: the closure returns nil, or what is wrong.
  public func expect(_ expectation: @escaping () -> String?) {
    expectations.append(expectation)
  }

  /// The threads own what they have captured: it goes when they have finished.
  func takeThreads() -> [Body] {
    defer { threads = [] }
    return threads
  }

  func failure() -> String? {
    for expectation in expectations {
      if let failure = expectation() { return failure }
    }
    return nil
  }
}

/// It belongs to the closure that it is given to.
@available(*, unavailable)
extension Scene: Sendable {}
