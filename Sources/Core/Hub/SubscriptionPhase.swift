/// Where a subscription stands in its life.
@usableFromInline
package enum SubscriptionPhase: UInt8, Sendable {
  /// Joined, and its first update is on its way; what arrives meanwhile waits for it.
  case initial
  /// Joined, and served by whoever delivers.
  case live
  /// Told of the end of its publisher.
  case ended
  /// Given up by its subscriber.
  case invalidated

  @inlinable package var isActive: Bool { self == .initial || self == .live }
}
