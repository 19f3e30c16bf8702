import Dispatch
import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Transport {
  /// Returns a task that performs a transfer.
  func transferTask<Success: Sendable>(
    for transfer: TransferRequest,
    _ operation: @escaping @Sendable (RequestRunner, TransferReporter) async throws(TransferError) -> Success
  ) -> TransferTask<Success> {
    TransferTask(start: { run in
      let reporter = TransferReporter { run.report($0) }
      let task = Task.detached(executorPreference: FileExecutor.shared, priority: transfer.priority.taskPriority) {
        let result = await perform(transfer) { (runner) async throws(TransferError) in
          try await operation(runner, reporter)
        }
        reporter.complete(result) { run.complete(result) }
      }
      return Subscription { task.cancel() }
    })
  }

  /// Performs a transfer with its total timeout. The current task must run on the threads for files.
  ///
  /// It starts no task that could continue after the current task was cancelled: a download that starts after the
  /// cancellation of another relies on that.
  func perform<Success: Sendable>(
    _ transfer: TransferRequest,
    _ operation: @escaping @Sendable (RequestRunner) async throws(TransferError) -> Success
  ) async -> Result<Success, TransferError> {
    do throws(TransferError) {
      try transfer.checkAddress()
      try transfer.checkSettings()
      return .success(
        try await withTimeLimit(transfer.totalTimeout) { () async throws(TransferError) in
          try await operation(RequestRunner(for: transfer, by: self))
        })
    } catch {
      return .failure(error.at(transfer.urlRequest.url))
    }
  }
}

/// Reports the progress of one run of a transfer.
///
/// The reports are delivered on a queue of the run, so that a slow subscriber holds up neither the connection nor the disk,
/// and a subscriber may use any transport.
final class TransferReporter: Sendable {
  private let deliver: @Sendable (TransferProgress) -> Void
  private let queue = DispatchQueue(label: "Tidings.TransferReporter")
  private let meter = Locked(TransferMeter(at: .now))

  init(_ deliver: @escaping @Sendable (TransferProgress) -> Void) {
    self.deliver = deliver
  }

  /// Reports the number of bytes of the whole transfer, or nil if it is unknown.
  func expect(_ byteCount: Int64?) {
    report(meter.withLock { $0.expect(byteCount, at: .now) })
  }

  /// Reports the number of bytes so far.
  func reach(_ byteCount: Int64) {
    report(meter.withLock { $0.reach(byteCount, at: .now) })
  }

  /// Delivers the last report of a success, and then calls a function on the same queue.
  func complete<Success>(
    _ result: Result<Success, TransferError>, _ finish: @escaping @Sendable () -> Void
  ) {
    if case .success = result { report(meter.withLock { $0.finish(at: .now) }) }
    queue.async(execute: finish)
  }

  private func report(_ progress: TransferProgress?) {
    guard let progress else { return }
    queue.async { [deliver] in deliver(progress) }
  }
}

/// Runs an operation, and cancels it when it takes too long.
private func withTimeLimit<Success: Sendable>(
  _ limit: Duration?, _ operation: @escaping @Sendable () async throws(TransferError) -> Success
) async throws(TransferError) -> Success {
  guard let limit else { return try await operation() }
  let result = await withTaskGroup(of: Result<Success, TransferError>?.self) {
    group -> Result<Success, TransferError> in
    group.addTask {
      do throws(TransferError) { return .success(try await operation()) } catch { return .failure(error) }
    }
    // Nil when the time is over, or after a cancellation.
    group.addTask {
      try? await Task.sleep(for: min(limit, .longestSleep))
      return nil
    }
    var result = await group.next() ?? nil
    let isTimedOut = result == nil && !Task.isCancelled
    group.cancelAll()
    if result == nil { result = await group.next() ?? nil }
    guard let result else { fatalError("The operation has no result") }
    if isTimedOut, case .failure = result { return .failure(TransferError(.timedOut(limit))) }
    return result
  }
  return try result.get()
}

extension Duration {
  /// One year. Clocks and Foundation's time-outs overflow with much longer times.
  static let longestSleep = Duration.seconds(365 * 86_400)
}
