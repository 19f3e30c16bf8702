public import Synchronization

/// The phase of a subscription.
@usableFromInline
package enum SubscriptionPhase: UInt8, AtomicRepresentable, Sendable {
  /// The initial delivery is in progress. Updates published by other threads are queued until it is complete.
  case initial
  /// The delivering thread calls the closure.
  case live
  /// The publisher has ended.
  case ended
  /// The subscriber has unsubscribed.
  case invalidated

  @inlinable package var isActive: Bool { rawValue <= Self.live.rawValue }
}
