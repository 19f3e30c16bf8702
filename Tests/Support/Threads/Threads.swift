import Foundation
public import Testing
import TidingsCore

/// Runs the body on this many threads at the same time, and returns when all have returned.
///
/// These are not threads of the concurrency pool, so a body may block. Tests run in parallel, but only a few at a time
/// have their threads, because thousands of threads would slow each other down.
///
/// - Parameter stackByteCount: The size of each thread's stack.
public func onThreads(
  _ count: Int = 1, stackByteCount: Int = 1 << 20, _ body: @escaping @Sendable (Int) -> Void
) async {
  await Turns.all.take()
  await startThreads(count, stackByteCount, body)
  await Turns.all.giveBack()
}

private func startThreads(
  _ count: Int, _ stackByteCount: Int, _ body: @escaping @Sendable (Int) -> Void
) async {
  let scope = LiveScope.current
  let gate = Gate(parties: count)
  await withCheckedContinuation { continuation in
    let finish = Countdown(count) { continuation.resume() }
    for index in 0..<count {
      let thread = Thread {
        gate.pass()
        scope.bound { body(index) }
        finish.step()
      }
      thread.stackSize = stackByteCount
      thread.start()
    }
  }
}

/// Limits the number of tests that have threads at the same time. Requests are served in order.
private actor Turns {
  static let all = Turns(8)

  private var free: Int
  private var waiting = FIFO<CheckedContinuation<Void, Never>>()

  private init(_ count: Int) {
    free = count
  }

  func take() async {
    guard free == 0 else { return free -= 1 }
    await withCheckedContinuation { waiting.append($0) }
  }

  func giveBack() {
    if let next = waiting.popFirst() { next.resume() } else { free += 1 }
  }
}

/// Runs the body on a new thread, and blocks the calling thread until it returns.
public func onOtherThread(_ body: @escaping @Sendable () -> Void) {
  let scope = LiveScope.current
  let done = DispatchSemaphore(value: 0)
  Thread {
    scope.bound(body)
    done.signal()
  }.start()
  done.wait()
}

/// A barrier that lets all parties continue when the last one has arrived.
public final class Gate: Sendable {
  private let arrivals = History<Void>()
  private let parties: Int

  public init(parties: Int) {
    self.parties = parties
  }

  public func pass(sourceLocation: SourceLocation = #_sourceLocation) {
    arrivals.record(())
    arrivals.waitForCount(parties, sourceLocation: sourceLocation)
  }
}

/// Calls its action at the last of a number of steps.
final class Countdown: Sendable {
  private let remaining: Locked<Int>
  private let action: @Sendable () -> Void

  init(_ count: Int, _ action: @escaping @Sendable () -> Void) {
    remaining = Locked(count)
    self.action = action
  }

  func step() {
    let isLast = remaining.withLock { remaining in
      remaining -= 1
      return remaining == 0
    }
    if isLast { action() }
  }
}
