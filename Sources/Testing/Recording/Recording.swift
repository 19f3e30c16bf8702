import Dispatch
import TidingsAdapters
import TidingsCore

/// The deliveries of a recorder.
///
/// A separate object, because the subscription must not keep the recorder alive.
final class Recording<Update: Sendable>: Sendable {
  private let state = Locked(RecordingState<Update>())
  private let clock: RecordingClock

  init(timeOf scheduler: (any UpdateScheduler)?) {
    clock = RecordingClock(timeOf: scheduler)
  }

  var snapshot: RecordingState<Update> { state.withLock { $0 } }

  func record(_ update: Update) {
    let delivery = Delivery(update: update, time: clock.now, thread: .current)
    let resumed = state.withLock { state in
      state.deliveries.append(delivery)
      return state.takeSatisfied()
    }
    for continuation in resumed { continuation.resume() }
  }

  func recordEnd() {
    let end = Delivery(update: (), time: clock.now, thread: .current)
    let resumed = state.withLock { state in
      state.end = end
      return state.takeSatisfied()
    }
    for continuation in resumed { continuation.resume() }
  }

  /// Reads the next updates, if all are recorded.
  func take(_ count: Int) -> [Update]? {
    state.withLock { $0.take(count) }
  }

  /// Reads the recorded updates, at most this number.
  func take(atMost count: Int) -> [Update] {
    state.withLock { state in state.take(min(count, state.unread.count)) ?? [] }
  }

  /// Reads the end and the updates before it.
  func takeEnd() -> Bool {
    state.withLock { $0.takeEnd() }
  }

  func takeAll() -> [Update] {
    state.withLock { state in
      state.read = state.deliveries.count
      return state.deliveries.map(\.update)
    }
  }

  /// Returns when this number of updates is unread, the end is recorded, the time is over, or the caller is cancelled.
  func wait(for wanted: WantedDelivery, within limit: Duration) async {
    let number = state.withLock { $0.beginWait(for: wanted) }
    let timer = DispatchQueue.global().enqueue(after: limit) { [self] in giveUp(number) }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { !$0.suspend(continuation, in: number) }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      giveUp(number)
    }
    timer.invalidate()
    state.withLock { $0.endWait(number) }
  }

  private func giveUp(_ number: Int) {
    state.withLock { $0.giveUpWait(number) }?.resume()
  }
}

/// The recorded deliveries, the number of read ones, and the waiting calls.
struct RecordingState<Update: Sendable>: Sendable {
  private struct Wait: Sendable {
    let wanted: WantedDelivery
    var continuation: CheckedContinuation<Void, Never>?
    var isGivenUp = false
  }

  var deliveries: [Delivery<Update>] = []
  var end: Delivery<Void>?
  /// The number of read deliveries.
  var read = 0
  private var waits: [Int: Wait] = [:]
  private var lastWait = 0

  var unread: ArraySlice<Delivery<Update>> { deliveries[read...] }

  mutating func take(_ count: Int) -> [Update]? {
    guard unread.count >= count else { return nil }
    defer { read += count }
    return unread.prefix(count).map(\.update)
  }

  mutating func takeEnd() -> Bool {
    guard end != nil else { return false }
    read = deliveries.count
    return true
  }

  mutating func beginWait(for wanted: WantedDelivery) -> Int {
    lastWait += 1
    waits[lastWait] = Wait(wanted: wanted)
    return lastWait
  }

  /// Returns whether there is something to wait for.
  mutating func suspend(_ continuation: CheckedContinuation<Void, Never>, in number: Int) -> Bool {
    guard let wait = waits[number], !wait.isGivenUp, !isSettled(wait.wanted) else { return false }
    waits[number]?.continuation = continuation
    return true
  }

  mutating func giveUpWait(_ number: Int) -> CheckedContinuation<Void, Never>? {
    waits[number]?.isGivenUp = true
    return takeContinuation(of: number)
  }

  mutating func endWait(_ number: Int) {
    waits[number] = nil
  }

  mutating func takeSatisfied() -> [CheckedContinuation<Void, Never>] {
    guard !waits.isEmpty else { return [] }
    return waits.filter { isSettled($0.value.wanted) }.keys.sorted().compactMap { takeContinuation(of: $0) }
  }

  /// Whether it is recorded, or can never be.
  private func isSettled(_ wanted: WantedDelivery) -> Bool {
    switch wanted {
    case .updates(let count): unread.count >= count || end != nil
    case .end: end != nil
    }
  }

  private mutating func takeContinuation(of number: Int) -> CheckedContinuation<Void, Never>? {
    defer { waits[number]?.continuation = nil }
    return waits[number]?.continuation
  }
}

/// The deliveries that a call waits for.
enum WantedDelivery {
  case updates(Int)
  case end
}

/// Measures the time of deliveries.
enum RecordingClock: Sendable {
  case scheduler(any UpdateScheduler)
  case real(since: ContinuousClock.Instant)

  /// - Parameter scheduler: Nil for real time, from now on.
  init(timeOf scheduler: (any UpdateScheduler)?) {
    self = scheduler.map(RecordingClock.scheduler) ?? .real(since: .now)
  }

  var now: Duration {
    switch self {
    case .scheduler(let scheduler): scheduler.uptime
    case .real(let start): ContinuousClock.now - start
    }
  }
}
