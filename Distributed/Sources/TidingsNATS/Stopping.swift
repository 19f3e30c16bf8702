internal import Foundation
internal import Synchronization

/// The end of work on another thread.
final class Stopping: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  private let state = Mutex<(thread: ObjectIdentifier?, action: (@Sendable () -> Void)?)>((nil, nil))

  var isStopped: Bool { state.withLock { $0.thread != nil } }

  var isStoppedByAnotherThread: Bool {
    state.withLock { $0.thread != nil && $0.thread != ObjectIdentifier(Thread.current) }
  }

  func stop() {
    let action = state.withLock { state in
      state.thread = ObjectIdentifier(Thread.current)
      return state.action.take()
    }
    semaphore.signal()
    action?()
  }

  /// Calls the action, instead of a former one, when the work is stopped or if it was.
  func whenStopped(_ action: @escaping @Sendable () -> Void) {
    let (isStopped, former) = state.withLock { state in
      guard state.thread == nil else { return (true, nil as (@Sendable () -> Void)?) }
      defer { state.action = action }
      return (false, state.action)
    }
    // Its release may wait for the server.
    withExtendedLifetime(former) {}
    if isStopped { action() }
  }

  /// Waits, but not after the stop.
  func wait(_ duration: DispatchTimeInterval) { _ = semaphore.wait(timeout: .now() + duration) }
}
