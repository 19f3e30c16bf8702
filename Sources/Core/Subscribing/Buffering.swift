/// The handling of updates that a slow receiver cannot take yet.
public enum Buffering: Sendable {
  /// All updates wait.
  case unbounded
  /// At most this number of updates wait (at least one). Another update displaces the oldest one.
  case newest(Int)
  /// At most this number of updates wait (at least one). Another update is dropped.
  case oldest(Int)
}

extension Buffering {
  /// Returns the update that is dropped if there is no room. The result of a task is never dropped.
  @inlinable
  package func append<Update>(_ update: Update, to queue: inout FIFO<Update>) -> Update? {
    var dropped: Update?
    switch self {
    case .unbounded: break
    case .newest(let limit): if queue.count >= limit { dropped = queue.popFirst() }
    case .oldest(let limit): if queue.count >= limit, !isResult(update) { return update }
    }
    queue.append(update)
    return dropped
  }

  /// Whether the update is the result of a task, which is never dropped.
  @usableFromInline
  package func isResult(_ update: some Any) -> Bool {
    (update as? any MaybeResult)?.isResult ?? false
  }

  /// Traps if the buffer has no room at all.
  @usableFromInline
  package func checkLimit() {
    switch self {
    case .newest(let limit), .oldest(let limit):
      guard limit >= 1 else { fatalError("buffering: takes a buffer of one update or more, not \(limit)") }
    case .unbounded:
      break
    }
  }
}

/// An update that may be the result of a task.
protocol MaybeResult {
  var isResult: Bool { get }
}

extension TaskUpdate: MaybeResult {
  var isResult: Bool { if case .completed = self { true } else { false } }
}
