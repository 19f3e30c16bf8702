public import Synchronization

/// The subscribers of a hub, oldest first, and the baton of whoever delivers to them.
///
/// Slots are read with the baton *or* the hub's lock in hand, and the list is changed only with both. So a delivery goes
/// through it without a lock, and retains nothing. A closure leaves its slot as the list changes; only that of one who has
/// never been live, which no delivery comes near, is taken out with the lock alone.
///
/// Invariant behind `@unchecked`: that rule, which ``HubState`` keeps; the rest is touched under the lock alone.
@usableFromInline
@safe
package final class Roster: @unchecked Sendable {
  @usableFromInline package let baton: Baton
  /// The run whose updates are taken without the lock, by whoever has the baton; written under the lock. It stays when
  /// that run is over: nobody is subscribed then, until another is wanted.
  @usableFromInline package let openRun: SharedAtomic<RunID>
  // The rule above is what exclusivity would check, at each delivery.
  @exclusivity(unchecked) @usableFromInline package var listed = SlotBuffer()
  @usableFromInline let listMemory = SharedMemory()
  @usableFromInline let guardedMemory = SharedMemory()
  /// Whether nothing happens when the last subscriber has left.
  package let isStanding: Bool
  /// How many updates of other threads a publish or subscribe call delivers before it hands the rest over.
  @usableFromInline package let helpLimit: Int

  /// What is touched under the lock alone.
  @usableFromInline
  package struct Guarded: Sendable {
    @usableFromInline package var subscriberCount = 0
    package var deadCount = 0
    @usableFromInline package var lastID: SubscriptionID = 0
    /// Those who have joined during a delivery, which goes on without them.
    @usableFromInline package var newcomers = SlotBuffer()
    /// Those who have left during a delivery, whose thread was perhaps inside their closures.
    @usableFromInline package var settling: [SubscriptionID] = []
    package var endHandlers: [SubscriptionID: [EndHandler]] = [:]
    /// Those whose tokens do not know of it yet.
    package var givenUp: Set<SubscriptionID> = []
  }

  // The lock is what exclusivity would check.
  @exclusivity(unchecked) @usableFromInline package var guarded = Guarded()

  package init(isTakenFreely: Bool, openRun: RunID, isStanding: Bool, helpLimit: Int = Roster.standardHelpLimit) {
    baton = Baton(isTakenFreely: isTakenFreely)
    self.openRun = SharedAtomic(openRun)
    self.isStanding = isStanding
    self.helpLimit = helpLimit
  }

  #if TIDINGS_EXPLORED_THREADS
    /// So few that an exploration goes beyond.
    package static let standardHelpLimit = 2
  #else
    package static let standardHelpLimit = 16
  #endif

  deinit {
    unsafe listed.deallocate()
    unsafe guarded.newcomers.deallocate()
  }

  // MARK: What a delivery reads

  @inlinable
  package var count: Int {
    listMemory.willRead()
    return unsafe listed.count
  }

  /// To be asked for only where there are subscribers.
  @inlinable
  @inline(__always)
  var slots: UnsafeMutablePointer<SubscriberSlot> {
    listMemory.willRead()
    return unsafe listed.slots
  }

  /// Whether updates of the run are taken. With the baton in hand; what is accepted so comes before whatever changes it.
  @inlinable
  @inline(__always)
  package func isOpen(to run: RunID) -> Bool {
    openRun.load(ordering: .relaxed) == run
  }

  /// Whether the thread may deliver what another may have published. A job in the pool has a bound as well, so that the
  /// pool's thread goes round; but a hand-over costs as much as many updates.
  @inlinable
  package func allowsHelp(for publisher: ThreadID, on thread: ThreadID, helped: inout Int) -> Bool {
    guard publisher != thread else { return true }
    guard helped < (thread == .pool ? poolHelpLimit : helpLimit) else { return false }
    helped += 1
    return true
  }

  @inlinable
  package var poolHelpLimit: Int { 64 * helpLimit }

  /// Under the lock.
  package func open(to run: RunID) {
    openRun.store(run, ordering: .relaxed)
  }

  /// How many are there that an update of the past is for: those who joined later stand behind them. Most often nobody
  /// did; else logarithmic in the number of subscribers.
  @usableFromInline
  package func count(upTo lastID: SubscriptionID) -> Int {
    guard count > 0, unsafe slots[count - 1].id > lastID else { return count }
    return unsafe listed.firstIndex(after: lastID)
  }
}

// MARK: - Under the lock

extension Roster {
  /// Active subscriptions, and those about to join once the run is up.
  @inlinable
  package var subscriberCount: Int {
    get {
      guardedMemory.willRead()
      return unsafe guarded.subscriberCount
    }
    set {
      guardedMemory.willWrite()
      unsafe guarded.subscriberCount = newValue
    }
  }

  /// Those who have left, and stay until they are tidied away.
  package var deadCount: Int {
    get {
      guardedMemory.willRead()
      return unsafe guarded.deadCount
    }
    set {
      guardedMemory.willWrite()
      unsafe guarded.deadCount = newValue
    }
  }

  /// The newest subscription.
  @inlinable
  package var lastID: SubscriptionID {
    guardedMemory.willRead()
    return unsafe guarded.lastID
  }

  /// Where a subscriber stands.
  package func phase(of id: SubscriptionID) -> SubscriptionPhase {
    if let slot = unsafe slot(of: id) { return unsafe slot.pointee.phase }
    return unsafe guarded.givenUp.contains(id) ? .invalidated : .ended
  }

  private func slot(of id: SubscriptionID) -> UnsafeMutablePointer<SubscriberSlot>? {
    listMemory.willRead()
    guardedMemory.willRead()
    if let index = unsafe listed.index(of: id) { return unsafe slots + index }
    return unsafe guarded.newcomers.index(of: id).map { unsafe guarded.newcomers.slots + $0 }
  }

  package func enter(_ phase: SubscriptionPhase, for id: SubscriptionID) {
    unsafe slot(of: id)?.pointee.enter(phase)
  }

  // MARK: Joining

  /// Adds a subscriber; during a delivery, which goes on without it, as a newcomer.
  @usableFromInline
  package func append(_ closure: consuming ErasedClosure, as phase: SubscriptionPhase) -> SubscriptionID {
    guardedMemory.willWrite()
    unsafe guarded.lastID += 1
    let slot = SubscriberSlot(lastID, phase, closure)
    if baton.takeOrCall() {
      listMemory.willWrite()
      unsafe listed.append(slot)
      baton.putDown()
    } else {
      unsafe guarded.newcomers.append(slot)
    }
    return lastID
  }

  // MARK: Leaving

  /// Ends the life of a subscription. Returns its end handlers, or nil if it was over before.
  package func close(_ id: SubscriptionID, as phase: SubscriptionPhase) -> [EndHandler]? {
    guard let slot = unsafe slot(of: id), unsafe slot.pointee.phase.isActive else { return nil }
    guardedMemory.willWrite()
    unsafe slot.pointee.enter(phase)
    return unsafe guarded.endHandlers.isEmpty ? [] : guarded.endHandlers.removeValue(forKey: id) ?? []
  }

  /// Takes the closure of one that has been closed out of its slot; or else, during a delivery, which is called, its
  /// thread does so when it tidies up.
  ///
  /// - Parameter isUncalled: It has not been live: no delivery, which looks at that first, comes near its closure.
  package func strikeOut(_ id: SubscriptionID, isUncalled: Bool = false) -> LeftClosure? {
    let left = isUncalled ? takeClosure(of: id) : nil
    guard baton.takeOrHurry() else {
      settle(id)
      return left
    }
    defer { baton.putDown() }
    guard let slot = unsafe slot(of: id) else { return left }
    return unsafe remove(id, in: slot) ?? left
  }

  /// Leaves the slot of one that has been closed to the tidying after the delivery.
  package func settle(_ id: SubscriptionID) {
    guardedMemory.willWrite()
    deadCount += 1
    unsafe guarded.settling.append(id)
  }

  /// With the baton in hand.
  private func remove(_ id: SubscriptionID, in slot: UnsafeMutablePointer<SubscriberSlot>) -> LeftClosure? {
    let left = unsafe slot.takeClosure().map { LeftClosure(id: id, closure: $0) }
    deadCount += 1
    removeDead()
    return left
  }

  private func takeClosure(of id: SubscriptionID) -> LeftClosure? {
    unsafe slot(of: id)?.takeClosure().map { LeftClosure(id: id, closure: $0) }
  }

  /// Lets a subscriber leave where that concerns nobody else: nobody delivers, waits for the end, or is to be told that
  /// it was the last. Returns its closure, if it has left.
  ///
  /// Most leave so; the rest is up to ``HubState``, whose code is generic and looks up types.
  package func strikeOutAtOnce(_ id: SubscriptionID) -> LeftClosure? {
    guard subscriberCount > 1 || isStanding, let index = unsafe listed.index(of: id),
      unsafe slots[index].phase == .live, !isAwaitingEnd(id), baton.takeIfFree()
    else { return nil }
    defer { baton.putDown() }
    let slot = unsafe slots + index
    unsafe slot.pointee.enter(.invalidated)
    subscriberCount -= 1
    return unsafe remove(id, in: slot)
  }

  private func isAwaitingEnd(_ id: SubscriptionID) -> Bool {
    guardedMemory.willRead()
    return unsafe !guarded.endHandlers.isEmpty && guarded.endHandlers[id] != nil
  }

  /// Takes in who has joined during a delivery, and removes the dead, whose closures it returns. With the baton in hand.
  @inlinable
  package func tidy() -> [LeftClosure] {
    guardedMemory.willRead()
    guard unsafe guarded.newcomers.count > 0 || !guarded.settling.isEmpty else { return [] }
    return changeList()
  }

  @usableFromInline
  func changeList() -> [LeftClosure] {
    guardedMemory.willWrite()
    listMemory.willWrite()
    if unsafe guarded.newcomers.count > 0 { unsafe listed.appendAll(from: &guarded.newcomers) }
    let left = unsafe guarded.settling.compactMap { takeClosure(of: $0) }
    unsafe guarded.settling = []
    if deadCount > 0 { removeDead() }
    return left
  }

  /// Removes the dead from the end, and from everywhere when they are more than one and an eighth of all. So a delivery
  /// looks at few of them, and each that leaves pays for moving eight others at most.
  package func removeDead() {
    listMemory.willWrite()
    let before = count
    while count > 0, unsafe !slots[count - 1].phase.isActive { unsafe listed.removeLast() }
    if (deadCount - (before - count)) * 8 > count + 8 { unsafe listed.removeAllDead() }
    unsafe listed.shrink()
    deadCount -= before - count
  }

  package var activeIDs: [SubscriptionID] {
    listMemory.willRead()
    guardedMemory.willRead()
    return unsafe listed.activeIDs + guarded.newcomers.activeIDs
  }

  // MARK: What tokens ask

  /// Remembers, for its token, that a subscription is given up by another.
  package func noteGivenUp(_ id: SubscriptionID) {
    guardedMemory.willWrite()
    unsafe guarded.givenUp.insert(id)
  }

  /// The token knows by itself from now on, or is gone.
  package func forgetGivenUp(_ id: SubscriptionID) {
    guardedMemory.willWrite()
    if unsafe !guarded.givenUp.isEmpty { unsafe guarded.givenUp.remove(id) }
  }

  /// - Parameter isGivenUp: Whether the token has given its subscription up, for which this is looked at last.
  package func addEndHandler(
    _ handler: EndHandler, to id: SubscriptionID, unless isGivenUp: @autoclosure () -> Bool
  ) -> EndHandlerPlacement {
    switch phase(of: id) {
    case .initial, .live:
      guardedMemory.willWrite()
      unsafe guarded.endHandlers[id, default: []].append(handler)
      return .kept
    case .ended: return isGivenUp() ? .dropped : .run
    case .invalidated: return .dropped
    }
  }
}

/// A closure that has been taken out of its slot, and is let go outside the lock.
@usableFromInline
package struct LeftClosure: Sendable {
  package let id: SubscriptionID
  private let closure: ErasedClosure

  package init(id: SubscriptionID, closure: ErasedClosure) {
    self.id = id
    self.closure = closure
  }
}
