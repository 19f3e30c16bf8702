/// What a scenario sets up for one schedule: its threads, and what must hold when they have all finished.
public final class Scene {
  private var threads: [@Sendable () -> Void] = []
  private var expectations: [() -> String?] = []

  init() {}

  /// Adds a thread. Threads are called a, b, c … in the order in which they are added.
  public func thread(_ body: @escaping @Sendable () -> Void) {
    threads.append(body)
  }

  /// Adds something that must hold at the end: the closure returns nil, or what is wrong.
  public func expect(_ expectation: @escaping () -> String?) {
    expectations.append(expectation)
  }

  /// The threads own what they have captured: it goes when they have finished.
  func takeThreads() -> [@Sendable () -> Void] {
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
