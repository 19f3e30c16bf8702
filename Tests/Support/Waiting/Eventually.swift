import Dispatch
public import Testing
import TidingsCore

/// Waits until a condition holds that the system does not report, such as a closed descriptor. Fails the test after a
/// limit.
///
/// It checks at growing intervals, and blocks no thread of the concurrency pool. For events that are reported, use an
/// ``EventState``.
///
/// - Parameters:
///   - what: The condition, as in “waited for the file to be closed”.
///   - limit: The limit in the process's own time.
///   - state: The state that a message shows.
/// - Returns: Whether it holds.
@discardableResult
public func eventually(
  _ what: String, within limit: Duration = WaitLimit.standard, showing state: () -> String = { "not known" },
  isolation: isolated (any Actor)? = #isolation, sourceLocation: SourceLocation = #_sourceLocation,
  _ condition: () async throws -> Bool
) async rethrows -> Bool {
  if try await comesTrue(within: limit, condition) { return true }
  WaitLimit.fail(what, within: limit, state: state(), at: sourceLocation)
  return false
}

/// Waits like `eventually`, but does not fail the test. For tests with their own message.
public func comesTrue(
  within limit: Duration = WaitLimit.standard, isolation: isolated (any Actor)? = #isolation,
  _ condition: () async throws -> Bool
) async rethrows -> Bool {
  let limit = WaitLimit(limit)
  var intervals = Intervals()
  while true {
    // The last check begins after the limit.
    let isLast = limit.isOver
    if try await condition() { return true }
    if isLast { return false }
    let interval = intervals.next()
    await withCheckedContinuation(isolation: isolation) { continuation in
      DispatchQueue.global().asyncAfter(deadline: .now() + interval) { continuation.resume() }
    }
  }
}

/// Waits like `eventually`, but blocks. For threads from ``onThreads(_:_:)``.
@discardableResult
public func eventuallyOnThread(
  _ what: String, within limit: Duration = WaitLimit.standard, showing state: () -> String = { "not known" },
  sourceLocation: SourceLocation = #_sourceLocation, _ condition: () -> Bool
) -> Bool {
  let running = WaitLimit(limit)
  var intervals = Intervals()
  while true {
    let isLast = running.isOver
    if condition() { return true }
    if isLast { break }
    _ = DispatchSemaphore(value: 0).wait(timeout: .now() + intervals.next())
  }
  WaitLimit.fail(what, within: limit, state: state(), at: sourceLocation)
  return false
}

/// Growing intervals from a tenth of a millisecond to a tenth of a second.
private struct Intervals {
  private var last = 0.000_05

  mutating func next() -> Double {
    last = min(last * 2, 0.1)
    return last
  }
}
