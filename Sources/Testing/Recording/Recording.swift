import TidingsCore

/// The deliveries of a recorder.
///
/// A separate object, because the subscription must not keep the recorder alive.
final class Recording<Update: Sendable>: Sendable {
  private let state = Locked(RecordingState<Update>())
  private let now: @Sendable () -> Duration

  init(timeOf scheduler: (any UpdateScheduler)?) {
    now = clock(of: scheduler)
  }

  var snapshot: RecordingState<Update> { state.withLock { $0 } }

  func record(_ update: Update) {
    let delivery = Delivery(update: update, time: now(), thread: .current)
    change { $0.deliveries.append(delivery) }
  }

  func recordEnd() {
    let end = Delivery(update: (), time: now(), thread: .current)
    change { $0.end = end }
  }

  private func change(_ body: (inout RecordingState<Update>) -> Void) {
    let satisfied = state.withLock { state in
      body(&state)
      return state.waits.filter { state.isSettled($0.wanted) }
    }
    for wait in satisfied { wait.signal.send() }
  }

  func read<Result: Sendable>(_ body: (inout RecordingState<Update>) -> Result) -> Result {
    state.withLock { body(&$0) }
  }

  /// Returns when this number of updates is unread, the end is recorded, the time is over, or the caller is cancelled.
  func wait(for wanted: WantedDelivery, within limit: Duration) async {
    let signal = Signal()
    let isSettled = state.withLock { state in
      state.waits.append(RecordingState.Wait(wanted: wanted, signal: signal))
      return state.isSettled(wanted)
    }
    if isSettled { signal.send() }
    await withTaskCancellationHandler {
      await signal.wait(within: limit)
    } onCancel: {
      signal.send()
    }
    state.withLock { state in state.waits.removeAll { $0.signal === signal } }
  }
}

/// The recorded deliveries, the number of read ones, and the waiting calls.
struct RecordingState<Update: Sendable>: Sendable {
  struct Wait: Sendable {
    let wanted: WantedDelivery
    let signal: Signal
  }

  var deliveries: [Delivery<Update>] = []
  var end: Delivery<Void>?
  /// The number of read deliveries.
  var read = 0
  var waits: [Wait] = []

  var unread: ArraySlice<Delivery<Update>> { deliveries[read...] }

  /// Reads the next updates, if all are recorded.
  mutating func take(_ count: Int) -> [Update]? {
    guard unread.count >= count else { return nil }
    defer { read += count }
    return unread.prefix(count).map(\.update)
  }

  /// Reads the end and the updates before it.
  mutating func takeEnd() -> Bool {
    guard end != nil else { return false }
    read = deliveries.count
    return true
  }

  /// Whether it is recorded, or can never be.
  func isSettled(_ wanted: WantedDelivery) -> Bool {
    switch wanted {
    case .updates(let count): unread.count >= count || end != nil
    case .end: end != nil
    }
  }
}

/// The deliveries that a call waits for.
enum WantedDelivery: Sendable {
  case updates(Int)
  case end
}

/// Returns a function for the time of deliveries.
///
/// - Parameter scheduler: Nil for real time, from now on.
func clock(of scheduler: (any UpdateScheduler)?) -> @Sendable () -> Duration {
  if let scheduler { return { scheduler.uptime } }
  let start = ContinuousClock.now
  return { .now - start }
}
