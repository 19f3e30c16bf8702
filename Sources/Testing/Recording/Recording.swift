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
