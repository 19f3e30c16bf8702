import Foundation
import Synchronization
import TestSupport
import Testing
import TidingsCore

@testable import TidingsTesting

@Suite("A state that is awaited")
struct AwaitedStateTests {
  @Test(.timeLimit(.minutes(10))) func `ends a wait whose limit passes while the wait begins`() async {
    let state = AwaitedState(0)
    let scheduler = SpinningScheduler()
    for _ in 1...500 {
      let result = await state.wait(within: .seconds(1), on: scheduler) { _ in Bool?.none }
      #expect(result == nil)
    }
    scheduler.stop()
  }
}

/// Runs delayed jobs as soon as possible, on a thread that is already running.
private final class SpinningScheduler: UpdateScheduler {
  private let jobs = Locked<[@Sendable () -> Void]>([])
  private let isStopped = Atomic(false)

  init() {
    Thread.detachNewThread { [self] in
      while !isStopped.load(ordering: .relaxed) {
        if let job = jobs.withLock({ $0.popLast() }) { job() }
      }
    }
  }

  func stop() { isStopped.store(true, ordering: .relaxed) }

  var uptime: Duration { .zero }
  var isCurrent: Bool { false }

  func enqueue(_ job: @escaping @Sendable () -> Void) { jobs.withLock { $0.append(job) } }

  func enqueue(after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void) -> Subscription {
    enqueue(job)
    return .ended
  }
}
