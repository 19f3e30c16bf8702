import Synchronization

/// Virtual time for tests. The jobs are in a sorted array, whose last element is the next job.
public final class FloorTime: Sendable {
  private struct State {
    var now = 0
    var jobs: [(due: Int, run: @Sendable () -> Void)] = []
  }

  private let state = Mutex(State())

  public init() {}

  public func schedule(after delay: Int, _ job: @escaping @Sendable () -> Void) {
    state.withLock { state in
      let due = state.now + delay
      var low = 0
      var high = state.jobs.count
      while low < high {
        let middle = (low + high) / 2
        if state.jobs[middle].due > due { low = middle + 1 } else { high = middle }
      }
      state.jobs.insert((due, job), at: low)
    }
  }

  public func advance(by duration: Int) {
    let end = state.withLock { $0.now + duration }
    while let job = next(until: end) { job() }
    state.withLock { $0.now = end }
  }

  private func next(until end: Int) -> (@Sendable () -> Void)? {
    state.withLock { state in
      guard let last = state.jobs.last, last.due <= end else { return nil }
      state.now = last.due
      state.jobs.removeLast()
      return last.run
    }
  }
}
