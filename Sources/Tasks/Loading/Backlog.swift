import Dispatch
import TidingsCore

/// What a transfer has received and not yet dealt with, in order, up to a limit.
///
/// Files are written and bytes are hashed here, on a queue of the transfer's own: neither on the thread of the
/// connection, which can receive meanwhile, nor on one of Swift's, which must not be blocked.
package final class Backlog: Sendable {
  /// How much may wait, in bytes. A server that sends faster than the disk takes is made to wait by the connection.
  package static let limit = 8 << 20

  /// So many bytes are worth waking the queue for: for each part of a fast connection, of some 16 KiB, that would take
  /// longer than to write it.
  fileprivate static let batch = 256 << 10

  /// How long less than that may wait for more.
  fileprivate static let longestDelay = DispatchTimeInterval.milliseconds(1)

  private let queue: DispatchQueue
  private let state = Locked(State())

  fileprivate struct Part: Sendable {
    let byteCount: Int
    let work: @Sendable () -> Void
  }

  fileprivate struct State: Sendable {
    var parts = FIFO<Part>()
    /// Of what waits, and of the part that is dealt with.
    var byteCount = 0
    /// Parts are dealt with, or will be at once.
    var isBusy = false
    var idleSince = DispatchTime.now()
    var isTimed = false
    var waiting: [Waiter] = []
  }

  fileprivate enum Start: Sendable {
    case now, later, never
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

  package init(priority: TransferPriority) {
    queue = DispatchQueue(label: "Tidings.Transfer", qos: priority.qualityOfService)
  }

  /// Deals with some bytes once everything before them is done.
  package func add(_ byteCount: Int, _ work: @escaping @Sendable () -> Void) {
    add(Part(byteCount: byteCount, work: work), isUrgent: false)
  }

  /// Runs a function that may block once everything before it is done.
  package func run<Success: Sendable>(
    _ body: @escaping @Sendable () throws(TransferError) -> Success
  ) async throws(TransferError) -> Success {
    let result = await awaiting { done in
      add(Part(byteCount: 0) { done(Result { () throws(TransferError) in try body() }) }, isUrgent: true)
    }
    return try result.get()
  }

  private func add(_ part: Part, isUrgent: Bool) {
    switch state.withLock({ $0.add(part, isUrgent: isUrgent) }) {
    case .now: queue.async { [self] in work() }
    case .later:
      queue.asyncAfter(deadline: .now() + Self.longestDelay) { [self] in
        if state.withLock({ $0.startTimed() }) { work() }
      }
    case .never: break
    }
  }

  private func work() {
    var doneBytes = 0
    while true {
      let (part, ready) = state.withLock { $0.next(after: doneBytes) }
      for waiter in ready { waiter.wake() }
      guard let part else { return }
      part.work()
      doneBytes = part.byteCount
    }
  }

  /// Returns when less waits than may, or when ``wake()`` is called; at once if nobody has a reason to wait any more.
  package func waitForRoom(unless isOver: () -> Bool) async {
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
  package func wake() {
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
  fileprivate mutating func add(_ part: Backlog.Part, isUrgent: Bool) -> Backlog.Start {
    parts.append(part)
    byteCount += part.byteCount
    guard !isBusy else { return .never }
    isBusy = isUrgent || byteCount >= Backlog.batch || idleSince + Backlog.longestDelay <= .now()
    guard !isBusy else { return .now }
    defer { isTimed = true }
    return isTimed ? .never : .later
  }

  fileprivate mutating func startTimed() -> Bool {
    isTimed = false
    defer { isBusy = true }
    return !isBusy
  }

  /// The next part, after so many bytes have been dealt with, and who has room now.
  fileprivate mutating func next(after doneBytes: Int) -> (Backlog.Part?, ready: [Backlog.Waiter]) {
    byteCount -= doneBytes
    let part = parts.popFirst()
    if part == nil {
      isBusy = false
      idleSince = .now()
    }
    return (part, byteCount <= Backlog.limit / 2 ? takeWaiting() : [])
  }

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
