import Synchronization

/// A check for a deadlock of the main actor, which is about to block until an update is delivered on it.
///
/// Each subscription with a delivery context is recorded here. Unless a thread is about to block, this only checks a
/// flag.
@usableFromInline
package enum MainActorDeadlockCheck: Sendable {
  private enum Phase: UInt8, AtomicRepresentable {
    case idle, subscribing, noted
  }

  /// Written only by code on the main actor.
  private static let phase = Atomic(Phase.idle)

  /// Calls the body, and returns whether it has subscribed on the main actor to updates that are delivered there.
  package static func isNoted(in body: () -> Void) -> Bool {
    guard MainQueue.isCurrent else {
      body()
      return false
    }
    // The body may subscribe to a publisher that itself blocks.
    let outer = phase.exchange(.subscribing, ordering: .relaxed)
    body()
    return phase.exchange(outer, ordering: .relaxed) == .noted
  }

  /// Records a subscription whose updates are delivered in the context, or which is made there.
  @usableFromInline
  package static func note(_ context: DeliveryContext) {
    guard phase.load(ordering: .relaxed) == .subscribing, context.isMain, MainQueue.isCurrent else { return }
    phase.store(.noted, ordering: .relaxed)
  }
}
