import Synchronization

/// Notices, while a thread subscribes that is going to block until something comes, which of the places where updates
/// will be delivered are the one that it blocks.
///
/// What subscribes notes its place; that costs a look at a counter while no thread is about to block.
@usableFromInline
package enum BlockedPlaces: Sendable {
  /// How many threads subscribe in order to block.
  private static let subscribing = Atomic(0)
  private static let noted = Locked<[ThreadID: [Place]]>([:])

  /// Calls the body, and returns the places that were noted meanwhile on this thread.
  package static func noting(_ body: () -> Void) -> [Place] {
    let thread = ThreadID.current
    subscribing.add(1, ordering: .relaxed)
    // What the body subscribes may itself block and be noted: the outer notes are put aside.
    let outer = noted.withLock { $0.updateValue([], forKey: thread) }
    body()
    subscribing.subtract(1, ordering: .relaxed)
    return noted.withLock { noted in
      defer { noted[thread] = outer }
      return noted[thread] ?? []
    }
  }

  /// To be called where something is subscribed whose updates are delivered in a place, or made there.
  @usableFromInline
  package static func note(_ place: Place) {
    // It is this thread that matters: whether others have been counted makes no difference.
    guard subscribing.load(ordering: .relaxed) > 0 else { return }
    let thread = ThreadID.current
    guard noted.withLock({ $0[thread] != nil }), place.isCurrent else { return }
    noted.withLock { $0[thread]?.append(place) }
  }
}
