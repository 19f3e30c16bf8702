/// Everything a hub knows: each method is one critical section and returns what to do outside the lock.
///
/// No closure is called here and nothing of a user is released: what leaves is handed back. The methods stand beside
/// the actions that they return, in Publishing, Delivering, Joining, Leaving and Writing.
@usableFromInline
package struct HubState<Update: Sendable>: Sendable {
  @usableFromInline
  package enum Item: Sendable {
    case update(Update)
    case end
  }

  /// An item that waits until those before it have reached everyone.
  @frozen @usableFromInline
  package struct Entry: Sendable {
    @usableFromInline package let item: Item
    /// The newest subscriber at the time: those who joined later do not get the item.
    @usableFromInline package let lastID: SubscriptionID
    /// Who published it.
    @usableFromInline package let thread: ThreadID

    @inlinable
    package init(item: Item, lastID: SubscriptionID, thread: ThreadID) {
      self.item = item
      self.lastID = lastID
      self.thread = thread
    }
  }

  /// A subscriber in its initial delivery, and what has arrived for it meanwhile.
  package struct Arrival: Sendable {
    package let id: SubscriptionID
    package var backlog: FIFO<Entry>

    package init(id: SubscriptionID, backlog: FIFO<Entry> = FIFO()) {
      self.id = id
      self.backlog = backlog
    }
  }

  /// The subscribers, and who delivers to them. An object: a copy of the state shares it.
  @usableFromInline package var roster: Roster

  @usableFromInline package var backlog = SegmentedFIFO<Entry>()
  /// The thread that delivers what waits, if one has come by for it.
  @usableFromInline package var drainer: ThreadID?
  package var arrivals: [Arrival] = []

  @usableFromInline package var isFinished = false
  /// Differs after each change of the value.
  @usableFromInline package var version: UInt = 0
  /// Threads inside a `mutate` closure or an `==` of this hub's value.
  @usableFromInline package var writers: [ThreadID] = []

  @usableFromInline package var runs: RunState
  /// The last: generic code knows without looking where a field is, unless one of unknown size is before it.
  @usableFromInline package var memory: Memory<Update>

  package init(memory: Memory<Update>, startsWithFirst: Bool, helpLimit: Int = Roster.standardHelpLimit) {
    self.memory = memory
    runs = RunState(startsWithFirst: startsWithFirst)
    roster = Roster(
      isTakenFreely: memory.limit == 0, openRun: runs.wanted, isStanding: !startsWithFirst, helpLimit: helpLimit)
  }
}
