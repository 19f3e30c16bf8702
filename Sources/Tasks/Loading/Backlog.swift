import Dispatch
import TidingsCore

/// What a transfer has received and not yet dealt with, in order, up to a limit.
///
/// Files are written and bytes are hashed here, on a queue of the transfer's own: neither on the thread of the
/// connection, which can receive meanwhile, nor on one of Swift's, which must not be blocked.
final class Backlog: Sendable {
  /// How much may wait, in bytes. A server that sends faster than the disk takes is made to wait by the connection.
  static let limit = 8 << 20

  private let queue: DispatchQueue
  private let state = Locked(State())

  fileprivate struct State: Sendable {
    var byteCount = 0
    var waiting: [Waiter] = []
  }

  fileprivate enum Waiter: Sendable {
    case task(CheckedContinuation<Void, Never>)
    case thread(DispatchSemaphore)

    func wake() {
      switch self {
      case .task(let continuation): continuation.resume()
      case .thread(let semaphore): semaphore.signal()
      }
    }
  }

  init(priority: TransferPriority) {
    queue = DispatchQueue(label: "Tidings.Transfer", qos: priority.qualityOfService)
  }

  /// Deals with some bytes once everything before them is done.
  func add(_ byteCount: Int, _ work: @escaping @Sendable () -> Void) {
    state.withLock { $0.byteCount += byteCount }
    queue.async { [self] in
      work()
      let ready = state.withLock { state in
        state.byteCount -= byteCount
        return state.byteCount <= Self.limit / 2 ? state.takeWaiting() : []
      }
      for waiter in ready { waiter.wake() }
    }
  }

  /// Runs a function that may block once everything before it is done.
  func run<Success: Sendable>(
    _ body: @escaping @Sendable () throws(TransferError) -> Success
  ) async throws(TransferError) -> Success {
    let result = await awaiting { done in
      queue.async { done(Result { () throws(TransferError) in try body() }) }
    }
    return try result.get()
  }

  /// Returns when less waits than may, or when ``wake()`` is called; at once if nobody has a reason to wait any more.
  func waitForRoom(unless isOver: () -> Bool) async {
    await withCheckedContinuation { continuation in
      if !wait(.task(continuation), unless: isOver) { continuation.resume() }
    }
  }

  /// The same on a thread that may be blocked.
  func blockUntilThereIsRoom(unless isOver: () -> Bool) {
    let semaphore = DispatchSemaphore(value: 0)
    if wait(.thread(semaphore), unless: isOver) { semaphore.wait() }
  }

  /// Lets go whoever waits, room or not.
  func wake() {
    for waiter in state.withLock({ $0.takeWaiting() }) { waiter.wake() }
  }

  private func wait(_ waiter: Waiter, unless isOver: () -> Bool) -> Bool {
    state.withLock { state in
      // Looked at under the lock: what is over from now on calls `wake()`, which finds this waiter.
      guard state.byteCount > Self.limit, !isOver() else { return false }
      state.waiting.append(waiter)
      return true
    }
  }
}

extension Backlog.State {
  fileprivate mutating func takeWaiting() -> [Backlog.Waiter] {
    defer { waiting = [] }
    return waiting
  }
}

extension TransferPriority {
  var qualityOfService: DispatchQoS {
    switch self {
    case .low: .utility
    case .normal: .default
    case .high: .userInitiated
    }
  }

  var taskPriority: TaskPriority {
    switch self {
    case .low: .low
    case .normal: .medium
    case .high: .high
    }
  }
}
