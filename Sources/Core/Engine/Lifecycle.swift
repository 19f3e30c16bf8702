public import Synchronization

/// The start and stop of a hub that runs from its first subscriber to its last.
///
/// Invariant behind `@unchecked`: mutable state is accessed under the lock of the hub.
@usableFromInline
package final class Lifecycle<Update: Sendable>: @unchecked Sendable {
  /// Starts a run and returns the token that stops it.
  @usableFromInline package typealias Start = @Sendable (Hub<Update>, RunID) -> Subscription

  /// Whether subscribers join after the start, so that the value that it sets is their first.
  @usableFromInline let joinsAfterStart: Bool
  /// The value to restore when the last subscriber has left.
  let initial: Update?
  let keepsMemory: Bool
  /// Equals `runs.wanted`. Read without the lock by deliveries.
  @usableFromInline let wanted = Atomic<RunID>(.none)
  private(set) var runs = RunState()
  /// Nil after the hub has ended.
  var start: Start?

  init(initial: Update?, keepsMemory: Bool, start: @escaping Start) {
    joinsAfterStart = initial != nil
    self.initial = initial
    self.keepsMemory = keepsMemory
    self.start = start
  }

  func change<Result>(_ body: (inout RunState) -> Result) -> Result {
    defer { wanted.store(runs.wanted, ordering: .releasing) }
    return body(&runs)
  }
}
