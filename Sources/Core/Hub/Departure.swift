/// What is left to do, outside the lock, for a seat that has just died.
package struct Departure: Sendable {
  /// Its closure can be let go at once; else whoever delivers to it does so when it next settles.
  package var released: SubscriptionSeat?
  /// To be run after an end, to be dropped after an invalidation.
  package var endHandlers: [EndHandler] = []
  package var needsHooks = false
  /// Nothing but the last reference to it matters.
  package var leftovers: [any Sendable] = []
}
