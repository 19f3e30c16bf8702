import Dispatch

/// Prepares updates of which a debounce lets none pass: it would have to be quiet for an hour.
///
/// Updates are counted before they come to the debounce, so one that passes is one too many. That the debounce would let
/// one pass is proven by a first one, which waits for a millisecond of quiet; it is set up in the same way.
///
/// - Parameter prepare: Sets up a debounce for so long a quiet. Gets the sink for what goes in, and what to call for each
///   update that passes.
package func debouncing(
  sink: Sink, _ prepare: (_ quiet: Duration, _ sink: Sink, _ passed: @escaping @Sendable () -> Void) -> Batch
) -> Batch {
  let passed = DispatchSemaphore(value: 0)
  let short = prepare(.milliseconds(1), Sink()) { passed.signal() }
  short(1)
  precondition(passed.wait(timeout: .now() + 60) == .success, "nothing passed in a minute of quiet")
  return prepare(.seconds(3_600), sink) { sink.receiveConcurrently(-1) }
}

extension Duration {
  /// As Dispatch counts it.
  package var nanoseconds: Int { Int(self / .nanoseconds(1)) }
}
