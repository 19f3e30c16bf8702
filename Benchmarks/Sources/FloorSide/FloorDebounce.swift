import Dispatch
import FloorB
package import Harness
import Synchronization

extension FloorRows {
  package static func debounce(
    for quiet: Duration, sink: Sink, passed: @escaping @Sendable () -> Void
  ) -> Batch {
    let source = FloorSource<Int>()
    let debounce = Debounce(quiet: .nanoseconds(quiet.nanoseconds)) { _ in passed() }
    let token = source.subscribe { update in
      sink.receive(update)
      debounce.take(update)
    }
    return { operations in
      for update in 0..<operations { source.send(update) }
      withExtendedLifetime(token) {}
    }
  }
}

/// Debounce as it is written by hand: the newest update, when it is due, and one job on the queue that looks.
private final class Debounce: Sendable {
  private let quiet: DispatchTimeInterval
  private let pass: @Sendable (Int) -> Void
  private let queue = DispatchQueue(label: "floor B")
  private let held = Mutex((update: Int, due: DispatchTime)?.none)

  init(quiet: DispatchTimeInterval, pass: @escaping @Sendable (Int) -> Void) {
    self.quiet = quiet
    self.pass = pass
  }

  func take(_ update: Int) {
    let due = DispatchTime.now() + quiet
    let isFirst = held.withLock { held in
      defer { held = (update, due) }
      return held == nil
    }
    if isFirst { look(at: due) }
  }

  private func look(at due: DispatchTime) {
    queue.asyncAfter(deadline: due) { [weak self] in self?.tick() }
  }

  private func tick() {
    let now = DispatchTime.now()
    let found = held.withLock { held in
      let found = held
      if let due = found?.due, due <= now { held = nil }
      return found
    }
    guard let (update, due) = found else { return }
    if due <= now { pass(update) } else { look(at: due) }
  }
}
