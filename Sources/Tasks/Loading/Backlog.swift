import Dispatch
package import Foundation
import TidingsCore

/// What a transfer has received and not yet dealt with, in order, up to a limit.
///
/// Files are written and bytes are hashed here, on a queue of the transfer's own: neither on the thread of the
/// connection, which can receive meanwhile, nor on one of Swift's, which must not be blocked.
package final class Backlog: Sendable {
  /// How much memory may wait, in bytes. A server that sends faster than the disk takes is made to wait by the connection.
  package static let limit = 8 << 20

  /// How much memory a part takes beside its bytes, rounded up.
  fileprivate static let partOverhead = 256

  /// Bytes that wait are joined with the next ones up to this size, unless both are many: to copy those costs more than a
  /// part of their own.
  fileprivate static let joinedByteCount = 64 << 10
  fileprivate static let smallByteCount = 4 << 10

  /// So many bytes are worth waking the queue for: for each part of a fast connection, of some 16 KiB, that would take
  /// longer than to write it.
  fileprivate static let batch = 256 << 10

  /// How long less than that may wait for more.
  fileprivate static let longestDelay = DispatchTimeInterval.milliseconds(1)

  private let queue: DispatchQueue
  private let state = Locked(State())

  fileprivate enum Part: Sendable {
    case work(@Sendable () -> Void, byteCount: Int)
    case bytes(Data, for: any BytesReceiver)

    var memory: Int {
      switch self {
      case .work(_, let byteCount): Backlog.partOverhead + byteCount
      case .bytes(let data, _): Backlog.partOverhead + data.count
      }
    }

    func run() {
      switch self {
      case .work(let work, _): work()
      case .bytes(let data, let receiver): receiver.deal(with: data)
      }
    }
  }

  fileprivate struct State: Sendable {
    var parts = FIFO<Part>()
    /// The bytes behind these parts, which may be joined with the next ones, and the receiver that they are for.
    var lastBytes = Data()
    var lastReceiver: (any BytesReceiver)?
    /// Of what waits, and of the part that is dealt with.
    var memory = 0
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

  /// Calls a function, which holds some bytes, once everything before it is done.
  package func add(_ byteCount: Int, _ work: @escaping @Sendable () -> Void) {
    start(state.withLock { $0.add(.work(work, byteCount: byteCount), isUrgent: false) })
  }

  /// Hands bytes to a receiver once everything before them is done. The small pieces that wait for it are handed over
  /// joined: a server that sends bytes one by one costs neither a system call nor the memory of a part for each.
  package func add(_ bytes: Data, for receiver: some BytesReceiver) {
    start(state.withLock { $0.add(bytes, for: receiver) })
  }

  /// Runs a function that may block once everything before it is done.
  package func run<Success: Sendable>(
    _ body: @escaping @Sendable () throws(TransferError) -> Success
  ) async throws(TransferError) -> Success {
    let result = await awaiting { done in
      let part = Part.work({ done(Result { () throws(TransferError) in try body() }) }, byteCount: 0)
      start(state.withLock { $0.add(part, isUrgent: true) })
    }
    return try result.get()
  }

  private func start(_ start: Start) {
    switch start {
    case .now: queue.async { [self] in work() }
    case .later:
      queue.asyncAfter(deadline: .now() + Self.longestDelay) { [self] in
        if state.withLock({ $0.startTimed() }) { work() }
      }
    case .never: break
    }
  }

  private func work() {
    var doneMemory = 0
    while true {
      let (part, ready) = state.withLock { $0.next(after: doneMemory) }
      for waiter in ready { waiter.wake() }
      guard let part else { return }
      part.run()
      doneMemory = part.memory
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
      guard state.memory > Self.limit, !isOver() else { return false }
      state.waiting.append(waiter)
      return true
    }
  }
}

extension Backlog.State {
  fileprivate mutating func add(_ part: Backlog.Part, isUrgent: Bool) -> Backlog.Start {
    closeLastBytes()
    parts.append(part)
    memory += part.memory
    return start(isUrgent: isUrgent)
  }

  fileprivate mutating func add(_ bytes: Data, for receiver: some BytesReceiver) -> Backlog.Start {
    if mayJoin(bytes.count, for: receiver) {
      lastBytes.append(bytes)
      memory += bytes.count
    } else {
      closeLastBytes()
      (lastBytes, lastReceiver) = (bytes, receiver)
      memory += Backlog.partOverhead + bytes.count
    }
    return start(isUrgent: false)
  }

  private func mayJoin(_ count: Int, for receiver: some BytesReceiver) -> Bool {
    lastReceiver === receiver && lastBytes.count + count <= Backlog.joinedByteCount
      && min(lastBytes.count, count) < Backlog.smallByteCount
  }

  /// Joins nothing more with the last bytes.
  private mutating func closeLastBytes() {
    guard let receiver = lastReceiver.take() else { return }
    parts.append(.bytes(lastBytes, for: receiver))
    lastBytes = Data()
  }

  private mutating func start(isUrgent: Bool) -> Backlog.Start {
    guard !isBusy else { return .never }
    isBusy = isUrgent || memory >= Backlog.batch || idleSince + Backlog.longestDelay <= .now()
    guard !isBusy else { return .now }
    defer { isTimed = true }
    return isTimed ? .never : .later
  }

  fileprivate mutating func startTimed() -> Bool {
    isTimed = false
    defer { isBusy = true }
    return !isBusy
  }

  /// The next part, after another that took so much memory is done, and who has room now.
  fileprivate mutating func next(after doneMemory: Int) -> (Backlog.Part?, ready: [Backlog.Waiter]) {
    memory -= doneMemory
    if parts.isEmpty { closeLastBytes() }
    let part = parts.popFirst()
    if part == nil {
      isBusy = false
      idleSince = .now()
    }
    return (part, memory <= Backlog.limit / 2 ? takeWaiting() : [])
  }

  fileprivate mutating func takeWaiting() -> [Backlog.Waiter] {
    defer { waiting = [] }
    return waiting
  }
}

/// Takes the bytes of a body from a backlog.
package protocol BytesReceiver: AnyObject, Sendable {
  /// Called on the backlog's queue. The bytes are those of one piece or more, in order.
  func deal(with bytes: Data)
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

/// Calls a function with a completion handler, and returns the value that the handler is called with.
///
/// The value is passed in a lock, because the thread sanitizer does not see the synchronization of a continuation.
private func awaiting<Success: Sendable>(
  isolation: isolated (any Actor)? = #isolation, _ start: (@escaping @Sendable (Success) -> Void) -> Void
) async -> Success {
  let result = Locked<Success?>(nil)
  await withCheckedContinuation(isolation: isolation) { continuation in
    start { success in
      result.withLock { $0 = success }
      continuation.resume()
    }
  }
  guard let success = result.withLock({ $0 }) else { fatalError("The completion handler was not called") }
  return success
}
