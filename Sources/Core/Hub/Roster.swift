public import Synchronization

/// The subscribers of a hub, oldest first, and the baton of whoever delivers to them.
///
/// Seats are read with the baton *or* the hub's lock in hand, and the list is changed only with both. So a delivery goes
/// through it without a lock, and retains nothing.
///
/// Invariant behind `@unchecked`: that rule, which ``HubState`` keeps.
@usableFromInline
@safe
package final class Roster: @unchecked Sendable {
  @usableFromInline typealias Element = Unmanaged<SubscriptionSeat>

  @usableFromInline package let baton: Baton
  /// The run whose updates are taken without the lock, by whoever has the baton; written under the lock.
  @usableFromInline package let openRun: Atomic<RunID>
  // The rule above is what exclusivity would check, at each delivery.
  @exclusivity(unchecked) @usableFromInline var first: UnsafeMutablePointer<Element>?
  @exclusivity(unchecked) @usableFromInline var length = 0
  private var capacity = 0
  /// Whether nothing happens when the last subscriber has left.
  package let isStanding: Bool
  // Touched under the lock alone, which is what exclusivity would check.
  @exclusivity(unchecked) @usableFromInline var active = 0
  @exclusivity(unchecked) @usableFromInline var dead = 0

  package init(isTakenFreely: Bool, openRun: RunID, isStanding: Bool) {
    baton = Baton(isTakenFreely: isTakenFreely)
    self.openRun = Atomic(openRun)
    self.isStanding = isStanding
  }

  /// Active subscriptions, and those about to join once the run is up.
  @inlinable
  package var subscriberCount: Int {
    get { unsafe active }
    set { unsafe active = newValue }
  }

  /// Seats whose subscribers have left, and which stay until they are tidied.
  @inlinable
  package var deadCount: Int {
    get { unsafe dead }
    set { unsafe dead = newValue }
  }

  @inlinable
  package private(set) var count: Int {
    get { unsafe length }
    set { unsafe length = newValue }
  }

  /// To be asked for only where there are seats: many a source has none, and no memory for them.
  @inlinable
  @inline(__always)
  var elements: UnsafeMutablePointer<Element> {
    unsafe first.unsafelyUnwrapped
  }

  deinit {
    for index in 0..<count { unsafe elements[index].release() }
    unsafe first?.deallocate()
  }

  /// Whether updates of the run are taken. With the baton in hand; what is accepted so comes before whatever changes it.
  @inlinable
  @inline(__always)
  package func isOpen(to run: RunID) -> Bool {
    SchedulingPoint.reach("asks which run is open")
    return openRun.load(ordering: .relaxed) == run
  }

  /// Under the lock.
  package func open(to run: RunID) {
    SchedulingPoint.reach("opens a run")
    openRun.store(run, ordering: .relaxed)
  }

  @inlinable
  @inline(__always)
  package func withSeat<Result>(_ index: Int, _ body: (SubscriptionSeat) -> Result) -> Result {
    unsafe elements[index]._withUnsafeGuaranteedRef(body)
  }

  /// How many are there that an update of the past is for: those who joined later stand behind them.
  @usableFromInline
  package func count(upTo lastID: UInt) -> Int {
    var count = count
    while count > 0, withSeat(count - 1, { $0.id > lastID }) { count -= 1 }
    return count
  }

  package func append(_ seat: SubscriptionSeat) {
    if count == capacity { grow() }
    unsafe (elements + count).initialize(to: .passRetained(seat))
    count += 1
  }

  private func grow() {
    capacity = max(1, capacity * 2)
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    if let smaller = unsafe first {
      unsafe larger.moveInitialize(from: smaller, count: count)
      unsafe smaller.deallocate()
    }
    unsafe first = larger
  }

  /// Removes the dead from the end, and from everywhere when they are more than half.
  package func removeDead() {
    let before = count
    while count > 0, withSeat(count - 1, { !$0.phase.isActive }) {
      count -= 1
      unsafe elements[count].release()
    }
    if (deadCount - (before - count)) * 2 > count { removeAllDead() }
    deadCount -= before - count
  }

  private func removeAllDead() {
    var kept = 0
    for index in 0..<count {
      let seat = unsafe elements[index]
      if unsafe seat._withUnsafeGuaranteedRef({ $0.phase.isActive }) {
        unsafe elements[kept] = seat
        kept += 1
      } else {
        unsafe seat.release()
      }
    }
    count = kept
  }
}

extension Roster {
  /// Lets a subscriber leave, under the lock, where that concerns nobody else: nobody delivers, waits for the end, or is
  /// to be told that it was the last. Returns whether it has left.
  ///
  /// Most leave so; the rest is up to ``HubState``, whose code is generic and looks up types.
  package func strikeOutAtOnce(_ seat: SubscriptionSeat) -> Bool {
    guard subscriberCount > 1 || isStanding, seat.phase == .live, seat.endHandlers.isEmpty, baton.takeIfFree() else {
      return false
    }
    seat.phase = .invalidated
    subscriberCount -= 1
    deadCount += 1
    removeDead()
    baton.putDown()
    return true
  }

  /// All seats, for whoever needs them as a value.
  package var seats: [SubscriptionSeat] {
    (0..<count).map { withSeat($0) { $0 } }
  }
}
