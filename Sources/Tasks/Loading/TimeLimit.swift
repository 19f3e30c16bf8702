import TidingsCore

/// Runs an operation, and cancels it when it takes too long.
func withTimeLimit<Success: Sendable>(
  _ limit: Duration?, _ operation: @escaping @Sendable () async throws(TransferError) -> Success
) async throws(TransferError) -> Success {
  guard let limit else { return try await operation() }
  let isOver = Locked(false)
  let work = Task { () async -> Result<Success, TransferError> in
    do throws(TransferError) {
      return .success(try await operation())
    } catch {
      return .failure(error)
    }
  }
  let timer = Task {
    try await Task.sleep(for: min(limit, .longestSleep))
    isOver.withLock { $0 = true }
    work.cancel()
  }
  defer { timer.cancel() }
  let result = await withTaskCancellationHandler {
    await work.value
  } onCancel: {
    work.cancel()
  }
  if case .failure = result, isOver.withLock({ $0 }) { throw TransferError(.timedOut(limit)) }
  return try result.get()
}

extension Duration {
  /// A year. Who waits much longer ends the program: neither Swift's clocks nor Foundation's time-outs can hold what
  /// somebody may write who wants no limit.
  static let longestSleep = Duration.seconds(365 * 86_400)
}
