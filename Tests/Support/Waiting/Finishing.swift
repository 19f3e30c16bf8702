public import Testing
import TidingsCore

/// Returns the result of an operation, and fails the test if it takes longer than the limit.
///
/// For code without events, like a loop over a sequence. If the operation does not finish in time, it is cancelled. The
/// test does not wait for it, so the test ends even if the operation does not.
public func finishing<Success: Sendable>(
  _ what: String, within limit: Duration = WaitLimit.standard, isolation: isolated (any Actor)? = #isolation,
  sourceLocation: SourceLocation = #_sourceLocation, _ operation: @escaping @Sendable () async throws -> Success
) async throws -> Success {
  let result = EventState<Result<Success, any Error>?>(nil)
  let task = Task {
    do {
      let success = try await operation()
      result.change { $0 = .success(success) }
    } catch {
      result.change { $0 = .failure(error) }
    }
  }
  await result.wait(for: what, within: limit, showing: { _ in "not finished" }, sourceLocation: sourceLocation) {
    $0 != nil
  }
  guard let result = result.state else {
    task.cancel()
    throw Unfinished()
  }
  return try result.get()
}

/// Thrown if an operation has not finished within its limit.
public struct Unfinished: Error {}
