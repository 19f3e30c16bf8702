import Dispatch
import TidingsCore

/// The scheduler data of a dispatch queue, which retains it.
final class QueueSpecifics: Sendable {
  private static let key = DispatchSpecificKey<QueueSpecifics>()
  private static let making = Locked(())

  let jobs = DueJobs()
  /// Found by all code that runs on the queue, or on a queue that targets it.
  private let current = DispatchSpecificKey<Bool>()

  static func of(_ queue: DispatchQueue) -> QueueSpecifics {
    if let known = queue.getSpecific(key: key) { return known }
    return making.withLock { _ in
      if let known = queue.getSpecific(key: key) { return known }
      let new = QueueSpecifics()
      queue.setSpecific(key: new.current, value: true)
      queue.setSpecific(key: key, value: new)
      return new
    }
  }

  var isCurrent: Bool { DispatchQueue.getSpecific(key: current) == true }
}
