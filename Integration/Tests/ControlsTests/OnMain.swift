import Dispatch
import TestSupport
import Testing

extension Task where Success == Never, Failure == Never {
  /// Returns when all current jobs of the main queue have run.
  static func yieldToMain() async {
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
  }
}

/// Runs the body on the main actor, and waits until all objects of Tidings that it has created are released.
func expectingNoLeaks(_ body: @escaping @MainActor @Sendable () -> Void) async {
  await LiveScope.expectingNoLeaks { await MainActor.run { body() } }
}
