import Dispatch
import TestSupport
import Testing

extension Task where Success == Never, Failure == Never {
  /// Returns when all that stands in the main queue now has run.
  static func yieldToMain() async {
    await withCheckedContinuation { continuation in DispatchQueue.main.async { continuation.resume() } }
  }
}

/// Runs the body on the main actor, and waits for the release of all objects of Tidings made inside.
func expectingNoLeaks(_ body: @escaping @MainActor @Sendable () -> Void) async {
  await LiveScope.expectingNoLeaks { await MainActor.run { body() } }
}
