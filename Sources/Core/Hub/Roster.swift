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

  package init(isTakenFreely: Bool, openRun: RunID) {
    baton = Baton(isTakenFreely: isTakenFreely)
    self.openRun = Atomic(openRun)
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

  /// Removes the dead from the end, and from everywhere when they are more than half. Returns how many it has removed.
  package func removeDead(of dead: Int) -> Int {
    let before = count
    while count > 0, withSeat(count - 1, { !$0.phase.isActive }) {
      count -= 1
      unsafe elements[count].release()
    }
    if (dead - (before - count)) * 2 > count { removeAllDead() }
    return before - count
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
  /// All seats, for whoever needs them as a value.
  package var seats: [SubscriptionSeat] {
    (0..<count).map { withSeat($0) { $0 } }
  }
}
