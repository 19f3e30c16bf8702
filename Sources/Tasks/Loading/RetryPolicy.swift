import Foundation
public import TidingsAdapters

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Specifies how often, when and after which errors a transfer is retried.
public struct RetryPolicy: Sendable {
  /// The number of attempts in a row without progress, at least 1.
  ///
  /// With a number below 1, the transfer fails with ``TransferError/Reason/invalidSetting(_:)``. An attempt of a download that
  /// receives more bytes than any before counts as the first attempt. So a download that makes progress completes.
  public var attempts: Int

  /// The pause before each retry. It is at least as long as the server asks for (`Retry-After`).
  public var backoff: Backoff

  /// The longest pause that a server may ask for. If it asks for more, the transfer fails.
  public var longestWait: Duration

  /// Whether non-idempotent requests, such as POST, are retried.
  ///
  /// The idempotent methods (GET, HEAD, PUT, DELETE, OPTIONS and TRACE; RFC 9110, 9.2.2) need no permission. A request whose
  /// body is a stream never is.
  public var repeatsUnsafeRequests: Bool

  private let includes: @Sendable (TransferError) -> Bool

  /// One attempt.
  public static let never = RetryPolicy(attempts: 1)

  /// Four attempts, with pauses of about 0.5, 1 and 2 seconds, which are randomised.
  public static let standard = RetryPolicy(attempts: 4)

  /// Creates a policy.
  ///
  /// - Parameter condition: Returns whether to retry after an error. By default, ``TransferError/isWorthRetrying``. Called on any
  ///   thread, except for a request that its session has cancelled, which is not retried.
  public init(
    attempts: Int,
    backoff: Backoff = .exponential(initial: .milliseconds(500), maximum: .seconds(30)).jittered(.equal),
    longestWait: Duration = .seconds(300), repeatsUnsafeRequests: Bool = false,
    while condition: @escaping @Sendable (_ error: TransferError) -> Bool = \.isWorthRetrying
  ) {
    self.attempts = attempts
    self.backoff = backoff
    self.longestWait = longestWait
    self.repeatsUnsafeRequests = repeatsUnsafeRequests
    includes = condition
  }

  /// Returns the pause before the next attempt, or nil if there is none.
  package func pause(after error: TransferError, failures: Int, method: String) -> Duration? {
    let isIdempotent = ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"].contains(method.uppercased())
    // A session that was invalidated cancels its tasks, and a new task in it would end the program.
    guard (error.underlying as? URLError)?.code != .cancelled else { return nil }
    guard failures < attempts, repeatsUnsafeRequests || isIdempotent, includes(error) else { return nil }
    let pause = backoff.delay(beforeRetry: failures)
    guard let wait = error.retryAfter else { return pause }
    return wait <= longestWait ? max(wait, pause) : nil
  }
}

extension TransferRequest {
  /// Makes attempts until one succeeds or the policy ends them. `progress` returns the bytes of all attempts together.
  func retrying<Success: Sendable>(
    progress: () -> Int64 = { 0 }, _ attempt: () async throws(TransferError) -> Success
  ) async throws(TransferError) -> Success {
    var furthest = progress()
    var failures = 0
    while true {
      let failure: TransferError
      do throws(TransferError) { return try await attempt() } catch { failure = error }
      let reached = progress()
      failures = reached > furthest ? 1 : failures + 1
      furthest = max(furthest, reached)
      guard !Task.isCancelled, urlRequest.isRepeatable,
        let pause = retryPolicy.pause(after: failure, failures: failures, method: urlRequest.httpMethod ?? "GET"),
        (try? await Task.sleep(for: min(pause, .longestSleep))) != nil
      else { throw failure }
    }
  }
}
