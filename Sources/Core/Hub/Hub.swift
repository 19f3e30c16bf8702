/// Multicasts updates: the engine under every source, value and task.
///
/// The hub performs what its ``HubState`` decides: it alone calls closures, and never with the lock held. Whoever
/// publishes while nobody delivers takes the ``Baton`` and becomes the delivering thread; everybody else leaves the update
/// for it.
@usableFromInline
package final class Hub<Update: Sendable>: RosterOwner, @unchecked Sendable {
  // Invariant behind `@unchecked`: `unguarded` is touched only in `withState`.
  @usableFromInline typealias State = HubState<Update>

  /// Starts a run and returns the token that undoes it.
  @usableFromInline package typealias Start = @Sendable (Hub, RunID) -> Subscription

  private let start: Locked<Start?>
  @usableFromInline let joinsAfterStart: Bool
  // The last, as its size depends on the update. The lock is what exclusivity would check.
  #if TIDINGS_EXPLORED_THREADS
    @Announced @unsafe @usableFromInline var unguarded: State
  #else
    @exclusivity(unchecked) @usableFromInline var unguarded: State
  #endif

  private init(_ state: State, joinsAfterStart: Bool = false, start: Start? = nil) {
    unsafe unguarded = state
    self.start = Locked(start)
    self.joinsAfterStart = joinsAfterStart
    super.init(state.roster)
  }

  /// A hub that is driven from outside.
  @usableFromInline
  package convenience init(remembering limit: Int = 0, initial: Update? = nil) {
    self.init(
      State(memory: Memory(limit: limit, initial: initial, resetsToInitial: false), startsWithFirst: false))
  }

  /// A hub that starts with its first subscriber and stops with its last.
  ///
  /// Subscribers of a value join when its start has returned, so that what start sets is the value they get first;
  /// all others before, so that they miss nothing of what it publishes.
  ///
  /// - Parameter keepsMemory: Whether what is remembered outlasts the last subscriber.
  @usableFromInline
  package convenience init(
    remembering limit: Int, initial: Update? = nil, keepsMemory: Bool = false, start: @escaping Start
  ) {
    self.init(
      State(memory: Memory(limit: limit, initial: initial, resetsToInitial: !keepsMemory), startsWithFirst: true),
      joinsAfterStart: initial != nil, start: start)
  }

  #if TIDINGS_EXPLORED_THREADS
    @usableFromInline
    func withState<Result: Sendable>(
      fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function,
      _ body: (inout State) -> Result
    ) -> Result {
      lock.withLock(fileID: fileID, line: line, function: function) { _ in unsafe body(&unguarded) }
    }
  #else
    @inlinable
    @inline(__always)
    func withState<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
      lock.withLock { _ in unsafe body(&unguarded) }
    }
  #endif

  // MARK: Publishing

  /// Most often nobody delivers, and nothing is remembered: then taking the baton is what accepts an update, and the
  /// lock is not needed.
  @inlinable
  package func publish(_ update: Update, in run: RunID = .standing) {
    guard roster.baton.isTakenFreely else { return publishUnderLock(update, in: run) }
    guard roster.baton.take() else { return post(update, in: run) }
    publishWithBaton(update, in: run)
  }

  @inlinable
  @inline(__always)
  func publishWithBaton(_ update: Update, in run: RunID) {
    if roster.isOpen(to: run) { deliver(update) }
    rest()
  }

  @inlinable
  @inline(never)
  func post(_ update: Update, in run: RunID) {
    switch roster.baton.post(UpdateLetter(update, in: run, from: .current)) {
    case .posted: break
    case .taken: publishWithBaton(update, in: run)
    case .busy: publishBehindLetters(update, in: run)
    }
  }

  @inlinable
  @inline(never)
  func publishBehindLetters(_ update: Update, in run: RunID) {
    let (publication, givingWay) = withState { $0.publishBehindLetters(update, in: run) }
    perform(publication, of: update)
    givingWay.perform()
  }

  @inlinable
  @inline(never)
  func publishUnderLock(_ update: Update, in run: RunID) {
    let publication = withState { $0.publish(update, in: run) }
    perform(publication, of: update)
  }

  /// Delivers what was accepted, and what arrives meanwhile.
  @inlinable
  @inline(__always)
  func perform(_ publication: State.Publication, of update: Update) {
    guard publication.delivers else { return }
    deliver(update)
    rest()
  }

  /// Most often nothing arrives during a delivery: then it is ended here, in code that the compiler can specialise, and
  /// not in `drain`, which is called rarely and kept out of callers.
  @inlinable
  @inline(__always)
  func rest() {
    if !roster.baton.giveBack() { drain() }
  }

  @usableFromInline
  package func finish(in run: RunID = .standing) {
    let finish = withState { $0.finish(in: run) }
    letGoOfRun(after: finish)
    guard finish.delivers else { return }
    Trampoline.perform { [self, count = roster.count] in
      deliverEnd(upTo: count)
      drain()
    }
  }

  package func complete(with result: Update, in run: RunID = .standing) {
    let finish = withState { $0.complete(with: result, in: run) }
    letGoOfRun(after: finish)
    guard finish.delivers else { return }
    Trampoline.perform { [self, count = roster.count] in
      deliver(result, upTo: count)
      drain()
    }
  }

  /// As ``publish(_:in:)``, for hubs that may stand behind one another in any number.
  ///
  /// Where the stack is nearly used up the update is accepted, and delivered when there is room: by the same thread, before
  /// the outermost of the calls that it is in returns. The baton stays in hand meanwhile.
  package func publishAndReturn(_ update: Update, in run: RunID) {
    guard withState({ $0.publish(update, in: run) }).delivers else { return }
    Trampoline.perform { [self, count = roster.count] in
      deliver(update, upTo: count)
      rest()
    }
  }

  private func letGoOfRun(after finish: State.Finish) {
    guard finish.isAccepted else { return }
    let start = start.withLock { start in
      defer { start = nil }
      return start
    }
    withExtendedLifetime(start) {}
    if finish.needsHooks { runHooks() }
  }

  // MARK: Delivering

  @inlinable
  @inline(__always)
  func deliver(_ update: Update) {
    deliver(update, upTo: roster.count)
  }

  /// Goes from slot to slot, with the baton in hand: they stay where they are.
  @inlinable
  func deliver(_ update: Update, upTo count: Int, from thread: ThreadID? = nil) {
    guard count > 0 else { return }
    let slots = unsafe roster.slots
    for index in 0..<count {
      switch unsafe slots[index].turn {
      case .call: unsafe (slots + index).call(update)
      case .claim: claim(at: index, for: .update(update), from: thread)
      case .skip: break
      }
    }
  }

  @inlinable
  func deliver(_ entry: State.Entry) {
    let count = roster.count(upTo: entry.lastID)
    switch entry.item {
    case .update(let update): deliver(update, upTo: count, from: entry.thread)
    case .end: deliverEnd(upTo: count, from: entry.thread)
    }
  }

  @usableFromInline
  func deliverEnd(upTo count: Int, from thread: ThreadID? = nil) {
    for index in 0..<count { claim(at: index, for: .end, from: thread) }
  }

  /// The long way: for the end, and for a subscriber in its initial delivery or gone.
  @usableFromInline
  @inline(never)
  func claim(at index: Int, for item: State.Item, from thread: ThreadID?) {
    let slot = unsafe roster.slots + index
    let id = unsafe slot.pointee.id
    let entry = State.Entry(item: item, lastID: id, thread: thread ?? .current)
    switch withState({ $0.claim(id, for: entry) }) {
    case .call:
      if case .update(let update) = item { unsafe slot.call(update) }
    case .end(let departure):
      tellEnd(departure)
    case .skip:
      break
    }
  }

  /// Delivers what has been accepted meanwhile, up to the bound on help.
  ///
  /// Inlinable to be specialised: where threads contend it would else spend half its time in looking up types.
  @inlinable
  @inline(never)
  func drain() {
    var batch = SegmentedFIFO<State.Entry>()
    drain(&batch, on: .current)
  }

  @inlinable
  @inline(never)
  func drain(_ batch: inout SegmentedFIFO<State.Entry>, on thread: ThreadID) {
    var helped = 0
    var poolTurn: PoolTurn?
    while true {
      var turn = withState { $0.take(into: &batch, on: thread) }
      turn.left = []
      if turn.isIdle { return }
      if thread == .pool, poolTurn == nil { poolTurn = PoolTurn(waitingCount: batch.count) }
      repeat {
        guard let entry = batch.first else { break }
        if helped == roster.poolHelpLimit, poolTurn?.goesOn(after: helped) == true { helped = 0 }
        guard roster.allowsHelp(for: entry.thread, on: thread, helped: &helped) else {
          let rest = HandedOver(&batch)
          return SchedulingPoint.handOver { self.drain(&rest.queue, on: .pool) }
        }
        _ = batch.popFirst()
        deliver(entry)
      } while !roster.baton.isHurried
    }
  }

  // MARK: Joining

  /// Adds a subscriber, fills the slot, starts the run if this is the first, and delivers the initial value.
  @inlinable
  package func join(
    into slot: SubscriptionSlot? = nil, _ receive: @escaping @Sendable (Update) -> Void
  ) -> Subscription {
    if joinsAfterStart, withState({ $0.reserve() }) { runHooks() }
    let receive = counted(receive)
    let closure = ErasedClosure.erasing(receive)
    return enter(withState { $0.join(closure, isReserved: joinsAfterStart) }, into: slot, receive)
  }

  /// Joins a hub that joins after its start, unless another call is in the middle of starting or stopping the run.
  package func joinIfUp(
    into slot: SubscriptionSlot?, _ receive: @escaping @Sendable (Update) -> Void
  ) -> Subscription? {
    if withState({ $0.reserve() }) { runHooks() }
    let receive = counted(receive)
    let closure = ErasedClosure.erasing(receive)
    switch withState({ $0.joinIfUp(closure) }) {
    case .joined(let joining):
      return enter(joining, into: slot, receive)
    case .tooEarly(let departure):
      if departure.needsHooks { runHooks() }
      return nil
    }
  }

  @inlinable
  @inline(__always)
  func enter(
    _ joining: State.Joining, into slot: SubscriptionSlot?, _ receive: @escaping @Sendable (Update) -> Void
  ) -> Subscription {
    let subscription = Subscription(owner: self, id: joining.id)
    slot?.fill(with: subscription)
    if joining.needsHooks { runHooks() }
    if let first = joining.first {
      if isActive(joining.id) { receive(first) }
      settle(joining.id, receive)
    }
    return subscription
  }

  /// The initial delivery: nobody else calls the closure until it has settled.
  @usableFromInline
  func settle(
    _ id: SubscriptionID, on thread: ThreadID? = nil, _ receive: @escaping @Sendable (Update) -> Void
  ) {
    var helped = 0
    while true {
      switch withState({ $0.settle(id, on: thread ?? .current, helped: &helped) }) {
      case .call(let update):
        receive(update)
      case .end(let departure):
        return tellEnd(departure)
      case .handOver:
        return SchedulingPoint.handOver { self.settle(id, on: .pool, receive) }
      case .live, .dead:
        return
      }
    }
  }

  // MARK: Leaving

  override func leave(_ id: SubscriptionID) {
    leave { $0.invalidate(id) }
  }

  package override func giveUp(_ id: SubscriptionID) {
    leave { $0.giveUp(id) }
  }

  private func leave(_ decide: (inout State) -> Departure?) {
    let needsHooks = Trampoline.descend { trampoline in
      guard let departure = withState(decide) else { return false }
      trampoline.holdIfLow(departure)
      return departure.needsHooks
    }
    if needsHooks { runHooks() }
  }

  package func invalidateAll() {
    var departures = withState { $0.invalidateAll() }
    for index in departures.indices { departures[index].left = nil }
    if departures.contains(where: \.needsHooks) { runHooks() }
  }

  package override func end(_ id: SubscriptionID) {
    guard var departure = withState({ $0.end(id) }) else { return }
    departure.left = nil
    Trampoline.perform { [self, departure] in tellEnd(departure) }
  }

  private func tellEnd(_ departure: Departure) {
    if departure.needsHooks { runHooks() }
    for handler in departure.endHandlers { handler.run() }
  }

  @usableFromInline
  package var hasSubscribers: Bool {
    subscriberCount > 0
  }

  package var subscriberCount: Int {
    lock.withLock { _ in roster.subscriberCount }
  }

  // MARK: Starting and stopping

  package override var isRunning: PublishedValue<Bool> {
    let new = RunWatch()
    let watch = withState { $0.runs.add(new) }
    tell(watch)
    return watch.value
  }

  private func tell(_ watch: RunWatch) {
    watch.refresh { withState { $0.runPhase } }
  }

  @usableFromInline
  func runHooks() {
    Trampoline.perform { [self] in lookAfterRun() }
  }

  private func lookAfterRun() {
    var step = withState { $0.runs.enter() }
    while true {
      switch step {
      case .idle:
        return
      case .tell(let watch):
        tell(watch)
        step = withState { $0.runs.enterHooks() }
      case .start(let run):
        let token = start.withLock { $0 }?(self, run) ?? .ended
        step = withState { $0.runs.started(token) }
      case .stop(_, let token):
        token?.invalidate()
        step = withState { $0.runs.next() }
      case .retire(_, let token):
        token?.retire()
        step = withState { $0.runs.next() }
      }
    }
  }
}
