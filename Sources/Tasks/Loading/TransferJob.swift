import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What one run of a transfer does.
protocol TransferJob: Sendable {
  associatedtype Success: Sendable

  func run() async throws(TransferError) -> Success

  /// The run is no longer wanted; the Swift task that it runs in is cancelled next. Does not wait.
  func cancel()
}

extension TransferJob {
  func cancel() {}
}

extension Transport {
  /// A task that makes a job for each run.
  func transferTask<Job: TransferJob>(
    for transfer: TransferRequest,
    _ makeJob: @escaping @Sendable (Requester, TransferReports<Job.Success>) -> Job
  ) -> TransferTask<Job.Success> {
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
      let job = makeJob(Requester(for: transfer, by: self), reports)
      let work = Task.detached(priority: transfer.priority.taskPriority) {
        do throws(TransferError) {
          let success = try await withTimeLimit(transfer.totalTimeout) { () async throws(TransferError) in
            try await job.run()
          }
          reports.complete(.success(success))
        } catch {
          reports.complete(.failure(error.at(url)))
        }
      }
      return Subscription {
        job.cancel()
        work.cancel()
      }
    })
  }
}

extension Requester {
  init(for transfer: TransferRequest, by transport: any Transport) {
    var transfer = transfer
    let transport = transfer.urlRequest.url?.isFileURL == true ? LocalFiles() : transport
    // Foundation on Linux does not know a scheme in capitals.
    transfer.urlRequest.url = transfer.urlRequest.url?.withLowercasedScheme
    transfer.urlRequest = transport.prepare(transfer.urlRequest)
    // The transfer watches its own limit, which is to be the first, also by a clock that goes slower.
    transfer.urlRequest.timeoutInterval = min(transfer.idleTimeout, .longestSleep) / .seconds(1) + 3_600
    self.init(transport: transport, transfer: transfer, backlog: Backlog(priority: transfer.priority))
  }
}
