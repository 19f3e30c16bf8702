/// What becomes of updates that a slow receiver has not yet got to.
public enum Buffering: Sendable {
  /// All wait, however many they are.
  case unbounded
  /// At most so many wait, one or more: when one more comes, the oldest is dropped.
  case newest(Int)
  /// At most so many wait, one or more: what comes while there is no room is dropped.
  case oldest(Int)
}

extension Buffering {
  /// Makes room for one more. Returns what is dropped for it, and whether that is the one that comes.
  @inlinable
  package func makeRoom<Element>(in queue: inout FIFO<Element>) -> (dropped: Element?, isRefused: Bool) {
    switch self {
    case .unbounded: (nil, false)
    case .newest(let limit): (queue.count < limit ? nil : queue.popFirst(), false)
    case .oldest(let limit): (nil, queue.count >= limit)
    }
  }

  /// Stops a program that asks for a buffer that holds nothing.
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
