import Dispatch
import TidingsCore

/// What one run of a transfer tells its subscribers.
///
/// They are called on a queue of the run's own: whatever they do, they hold up neither connection nor disk, and may use
/// any transport.
final class TransferReports<Success: Sendable>: Sendable {
  private let run: TaskRun<TransferProgress, Success, TransferError>
  private let queue = DispatchQueue(label: "Tidings.TransferReports")
  private let meter: Locked<TransferMeter>

  init(_ run: TaskRun<TransferProgress, Success, TransferError>) {
    self.run = run
    meter = Locked(TransferMeter(at: .now))
  }

  /// The size of the whole has become known, or that it is not.
  func expect(_ byteCount: Int64?) {
    report(meter.withLock { $0.expect(byteCount, at: .now) })
  }

  /// So many bytes are there.
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
