import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

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
