import TidingsCore

/// Returns what a function hands over that is called back once, on any thread.
///
/// It is handed over in a lock, because the thread sanitizer does not see that a continuation hands over.
func awaiting<Success: Sendable>(
  isolation: isolated (any Actor)? = #isolation, _ start: (@escaping @Sendable (Success) -> Void) -> Void
) async -> Success {
  let result = Locked<Success?>(nil)
  await withCheckedContinuation(isolation: isolation) { continuation in
    start { success in
      result.withLock { $0 = success }
      continuation.resume()
    }
  }
  guard let success = result.withLock({ $0 }) else { fatalError("Hand over a result before the continuation resumes") }
  return success
}
