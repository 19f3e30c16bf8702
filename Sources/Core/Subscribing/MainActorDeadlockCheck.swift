import Synchronization

/// Notices, while code on the main actor subscribes in order to block until something comes, that this would be
/// delivered on the main actor, and so never.
///
/// Whatever delivers in a place notes that when it is subscribed to; it costs a look at a flag while nobody is about to
/// block.
@usableFromInline
package enum MainActorDeadlockCheck: Sendable {
  private enum Phase: UInt8, AtomicRepresentable {
    case idle, subscribing, noted
  }

  /// Written by code on the main actor only.
  private static let phase = Atomic(Phase.idle)

  /// Calls the body, and returns whether what it has subscribed to delivers on the main actor, where it runs itself.
  package static func isNoted(in body: () -> Void) -> Bool {
    guard MainQueue.isCurrent else {
      body()
      return false
    }
    // What the body subscribes to may itself block.
    let outer = phase.exchange(.subscribing, ordering: .relaxed)
    body()
    return phase.exchange(outer, ordering: .relaxed) == .noted
  }

  /// To be called where something is subscribed to that is delivered in a place, or made there.
  @usableFromInline
  package static func note(_ context: DeliveryContext) {
    guard phase.load(ordering: .relaxed) == .subscribing, context.isMain, MainQueue.isCurrent else { return }
    phase.store(.noted, ordering: .relaxed)
  }
}
