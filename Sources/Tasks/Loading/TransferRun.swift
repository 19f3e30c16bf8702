import Dispatch
import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Transport {
  /// Returns a task that runs an asynchronous function on the threads for files, with the total timeout of a transfer.
  func transferTask<Success: Sendable>(
    for transfer: TransferRequest,
    _ operation: @escaping @Sendable (RequestRunner, TransferReports<Success>) async throws(TransferError) -> Success
  ) -> TransferTask<Success> {
    TransferTask(start: { run in
      let url = transfer.urlRequest.url
      let reports = TransferReports(run)
      do throws(TransferError) {
        try transfer.checkAddress()
        try transfer.checkSettings()
      } catch {
        run.fail(error.at(url))
        return .ended
      }
      let task = Task.detached(priority: transfer.priority.taskPriority) {
        do throws(TransferError) {
          let success = try await withTimeLimit(transfer.totalTimeout) { () async throws(TransferError) in
            try await operation(RequestRunner(for: transfer, by: self), reports)
          }
          reports.complete(.success(success))
        } catch {
          reports.complete(.failure(error.at(url)))
        }
      }
      return Subscription { task.cancel() }
    })
  }
}

/// The updates of one run of a transfer.
///
/// They are delivered on a queue of the run, so that a slow subscriber holds up neither the connection nor the disk, and a
/// subscriber may use any transport.
final class TransferReports<Success: Sendable>: Sendable {
  private let run: TaskRun<TransferProgress, Success, TransferError>
  private let queue = DispatchQueue(label: "Tidings.TransferReports")
  private let meter: Locked<TransferMeter>

  init(_ run: TaskRun<TransferProgress, Success, TransferError>) {
    self.run = run
    meter = Locked(TransferMeter(at: .now))
  }

  /// Reports the number of bytes of the whole transfer, or nil if it is unknown.
  func expect(_ byteCount: Int64?) {
    report(meter.withLock { $0.expect(byteCount, at: .now) })
  }

  /// Reports the number of bytes so far.
  func reach(_ byteCount: Int64) {
    report(meter.withLock { $0.reach(byteCount, at: .now) })
  }

  func complete(_ result: Result<Success, TransferError>) {
    if case .success = result { report(meter.withLock { $0.finish(at: .now) }) }
    queue.async { [run] in run.complete(result) }
  }

  private func report(_ progress: TransferProgress?) {
    guard let progress else { return }
    queue.async { [run] in run.report(progress) }
  }
}

/// Runs an operation on the threads for files, and cancels it when it takes too long.
private func withTimeLimit<Success: Sendable>(
  _ limit: Duration?, _ operation: @escaping @Sendable () async throws(TransferError) -> Success
) async throws(TransferError) -> Success {
  let isOver = Locked(false)
  let work = Task(executorPreference: FileExecutor.shared) { () async -> Result<Success, TransferError> in
    do throws(TransferError) {
      return .success(try await operation())
    } catch {
      return .failure(error)
    }
  }
  let timer = Task {
    guard let limit else { return }
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
  if let limit, case .failure = result, isOver.withLock({ $0 }) { throw TransferError(.timedOut(limit)) }
  return try result.get()
}

extension Duration {
  /// One year. Clocks and Foundation's time-outs overflow with much longer times.
  static let longestSleep = Duration.seconds(365 * 86_400)
}
