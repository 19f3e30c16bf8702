import Foundation
public import TidingsAdapters

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How often, when and after which errors a transfer is tried again.
///
/// A retry of a download goes on where the last attempt has stopped, if the server can do that and has the same file.
public struct RetryPolicy: Sendable {
  /// How many times in a row the transfer is tried without getting any further; at least once. A transfer with fewer fails
  /// with ``TransferError/Reason/invalidSetting(_:)``.
  ///
  /// An attempt of a download that gets further than any before it is counted as the first: what makes progress comes
  /// to its end.
  public var attempts: Int

  /// How long to wait before each retry. A server that says when (`Retry-After`) is not asked earlier.
  public var backoff: Backoff

  /// The longest time that a server may ask to wait; one that asks for more fails the transfer.
  public var longestWait: Duration

  /// Whether requests are repeated that may do something twice, like POST. Those of RFC 9110, 9.2.2 (GET, HEAD, PUT,
  /// DELETE, OPTIONS, TRACE) always may be.
  public var repeatsUnsafeRequests: Bool

  private let includes: @Sendable (TransferError) -> Bool

  /// One attempt.
  public static let never = RetryPolicy(attempts: 1)

  /// Four attempts, with 0.5, 1 and 2 seconds between them, each changed by chance.
  public static let standard = RetryPolicy(attempts: 4)

  /// Creates a policy.
  ///
  /// - Parameters:
  ///   - attempts: How many times in a row it is tried without getting any further.
  ///   - backoff: How long to wait before each retry.
  ///   - longestWait: The longest time that a server may ask to wait.
  ///   - repeatsUnsafeRequests: Whether requests are repeated that may do something twice.
  ///   - condition: After which errors it is tried again; by default after those for which a retry makes sense, see
  ///     ``TransferError/isWorthRetrying``. Called on any thread.
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

  /// How long to wait after an error before the next attempt; nil if there is none.
  package func pause(after error: TransferError, failures: Int, method: String) -> Duration? {
    guard failures < attempts, repeatsUnsafeRequests || Self.isIdempotent(method), includes(error) else { return nil }
    var generator = SystemRandomNumberGenerator()
    let pause = backoff.delay(beforeRetry: failures, using: &generator)
    guard let wait = error.retryAfter else { return pause }
    return wait <= longestWait ? max(wait, pause) : nil
  }

  private static func isIdempotent(_ method: String) -> Bool {
    ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE"].contains(method.uppercased())
  }
}

extension TransferRequest {
  /// Makes attempts until one succeeds, as the request's policy says.
  ///
  /// - Parameter progress: How far the attempts have come together; who gets further has its attempts anew.
  func retrying<Success: Sendable>(
    progress: () -> Int64 = { 0 }, _ attempt: () async throws(TransferError) -> Success
  ) async throws(TransferError) -> Success {
    var furthest = progress()
    var failures = 0
    while true {
      let failure: TransferError
      do throws(TransferError) {
        return try await attempt()
      } catch {
        failure = error
      }
      let reached = progress()
      failures = reached > furthest ? 1 : failures + 1
      furthest = max(furthest, reached)
      guard !Task.isCancelled,
        let pause = retryPolicy.pause(after: failure, failures: failures, method: urlRequest.httpMethod ?? "GET"),
        (try? await Task.sleep(for: min(pause, .longestSleep))) != nil
      else { throw failure }
    }
  }
}
