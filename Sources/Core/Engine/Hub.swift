public import Synchronization

/// Multicasts updates: the engine of every source, value, task and operator with several upstreams.
///
/// A thread that publishes while no delivery is in progress takes the ``Turn`` and calls the subscribers. Other threads queue
/// their updates for it and return. So subscribers are called with one update at a time, in one order for all of them, and
/// no thread waits for the subscribers of another. An update published by a subscriber follows the current one.
///
/// Methods that do not run for each update have an attribute against specialisation. Otherwise, a program would contain them once
/// for each type of updates, and take longer to build.
///
/// Invariant behind `@unchecked`: `state` is accessed under the lock.
@usableFromInline package final class Hub<Update: Sendable>: AnyHub, @unchecked Sendable {
  @usableFromInline package enum Event: Sendable {
    case update(Update)
    /// The first of `joining` becomes a subscriber.
    case join
    case end
    /// Replaces an event that was handled.
    case handled
  }

  @frozen @usableFromInline package struct Entry: Sendable {
    @usableFromInline let event: Event
    @usableFromInline let thread: ThreadID

    @inlinable init(_ event: Event, from thread: ThreadID) {
      self.event = event
      self.thread = thread
    }
  }

  @usableFromInline let lifecycle: Lifecycle<Update>?
  // The last field, because its size depends on the type of updates. The lock ensures exclusive access.
  @safe @exclusivity(unchecked) @usableFromInline var state: HubState<Update>

  private init(limit: Int, initial: Update?, lifecycle: Lifecycle<Update>?) {
    self.lifecycle = lifecycle
    state = HubState(limit: Int32(clamping: limit), initial: initial)
    super.init(keepsUpdates: limit > 0)
  }

  /// A hub that neither starts nor stops.
  ///
  /// - Parameter limit: The number of updates to keep for new subscribers.
  @usableFromInline package convenience init(remembering limit: Int = 0, initial: Update? = nil) {
    self.init(limit: limit, initial: initial, lifecycle: nil)
  }

  /// A hub that starts with its first subscriber and stops with its last.
  ///
  /// The subscribers of a value join after the start, so that the value set by the start is their first. Other subscribers
  /// join before the start, so that they miss no update.
  ///
  /// - Parameters:
  ///   - keepsMemory: Whether to keep updates when the last subscriber has left.
  ///   - startsOnce: Whether the hub has one subscriber only, with whom the start closure is released.
  @usableFromInline package convenience init(
    remembering limit: Int, initial: Update? = nil, keepsMemory: Bool = false, startsOnce: Bool = false,
    start: @escaping Lifecycle<Update>.Start
  ) {
    self.init(
      limit: limit, initial: initial,
      lifecycle: Lifecycle(initial: initial, keepsMemory: keepsMemory, startsOnce: startsOnce, start: start))
  }

  // MARK: Publishing

  /// Fast path: no delivery is in progress and no update is kept, so the update is delivered without the lock.
  @inlinable package func publish(_ update: Update, in run: RunID = .standing) {
    guard !keepsUpdates else { return keepAndPublish(update, in: run) }
    guard turn.take() else { return publishLater(update, in: run) }
    if isCurrent(run) { deliver(update) }
    giveBack()
  }

  /// The subscribers of another run are not in the list while the caller holds the turn.
  @inlinable @inline(__always) func isCurrent(_ run: RunID) -> Bool {
    lifecycle == nil || lifecycle!.wanted.load(ordering: .acquiring) == run
  }

  package func hasSubscribers(in run: RunID) -> Bool { isCurrent(run) && hasSubscribers }

  /// Whether a call is starting or stopping the run.
  @usableFromInline @_semantics("optimize.sil.specialize.generic.never")
  var isStarting: Bool { withLock { lifecycle.map { !$0.runs.isUp } ?? false } }
  @inlinable @inline(__always) func isOpen(to run: RunID) -> Bool { !isFinished && isCurrent(run) }

  @inlinable @inline(never) func publishLater(_ update: Update, in run: RunID) {
    proceed(withLock { isOpen(to: run) ? accept(update) : .nothing }, with: update)
  }

  @inlinable func keepAndPublish(_ update: Update, in run: RunID) {
    let (rest, displaced) = keepAndAccept(update, in: run)
    proceed(rest, with: update)
    withExtendedLifetime(displaced) {}
  }

  @inlinable
  @inline(__always) func keepAndAccept(_ update: Update, in run: RunID) -> (rest: Remainder, displaced: Update?) {
    var displaced: Update?
    let rest: Remainder = withLock {
      guard isOpen(to: run) else { return .nothing }
      displaced = state.keep(update)
      return accept(update)
    }
    return (rest, displaced)
  }

  /// The work that follows the acceptance of an update, without the lock.
  @frozen @usableFromInline enum Remainder: Sendable {
    case nothing
    /// The caller holds the turn.
    case delivery
    /// Many updates wait for the thread that delivers, which should get a processor.
    case yielding
  }

  /// Takes the turn, or queues the update for the thread that delivers. Under the lock.
  @inlinable @inline(__always) func accept(_ update: Update) -> Remainder {
    // Where updates are not kept, other threads take the turn without the lock.
    if keepsUpdates ? turn.takeUnderLockOrCall() : turn.takeOrCall() { return .delivery }
    state.queue.append(Entry(.update(update), from: .current))
    return state.queue.count < Self.longQueue ? .nothing : .yielding
  }

  @inlinable static var longQueue: Int { 1_024 }

  @inlinable @inline(__always) func proceed(_ rest: Remainder, with update: Update) {
    switch rest {
    case .nothing: break
    case .delivery:
      deliver(update)
      giveBack()
    case .yielding: yieldProcessor()
    }
  }

  /// Publishes an update of a hub that keeps updates, for hubs that may be chained without limit.
  package func publishAndReturn(_ update: Update, in run: RunID) {
    let (rest, displaced) = keepAndAccept(update, in: run)
    Nesting.perform { [self] in proceed(rest, with: update) }
    withExtendedLifetime(displaced) {}
  }

  // MARK: Ending

  @usableFromInline package override func endAll() { closeAll(as: .ended, in: nil) }
  package func invalidateAll(in run: RunID = .standing) { closeAll(as: .invalidated, in: run) }

  /// Ends the hub, with a last update if there is one. Later updates are dropped.
  @usableFromInline @_semantics("optimize.sil.specialize.generic.never")
  package func finish(with last: Update? = nil, in run: RunID = .standing) {
    let (needsHooks, holdsTurn) = acceptEnd(with: last, in: run)
    if needsHooks { runHooks() }
    guard holdsTurn else { return }
    Nesting.perform { [self] in
      if let last { deliver(last) }
      deliverEnd()
      drain()
    }
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private func acceptEnd(with last: Update?, in run: RunID) -> (needsHooks: Bool, holdsTurn: Bool) {
    var displaced: Update?
    var start: Lifecycle<Update>.Start?
    defer { withExtendedLifetime((displaced, start)) {} }
    return withLock {
      guard isOpen(to: run) else { return (false, false) }
      if let last { displaced = state.keep(last) }
      isFinished = true
      if let lifecycle {
        lifecycle.change { last == nil ? $0.unwant() : $0.complete() }
        start = lifecycle.start.take()
      }
      let needsHooks = lifecycle != nil || rareParts?.running != nil
      if turn.takeOrCall() { return (needsHooks, true) }
      if let last { state.queue.append(Entry(.update(last), from: .current)) }
      state.queue.append(Entry(.end, from: .current))
      return (needsHooks, false)
    }
  }

  // MARK: Starting and stopping

  @usableFromInline override func runHooks() { Nesting.perform { [self] in runHooksNow() } }

  /// Regardless of the nesting, so that the first update of a published value is the one that its start has set.
  @usableFromInline @_semantics("optimize.sil.specialize.generic.never") func runHooksNow() {
    reportRunning()
    if let lifecycle { startOrStop(lifecycle) }
  }

  @_semantics("optimize.sil.specialize.generic.never") private func startOrStop(_ lifecycle: Lifecycle<Update>) {
    var step = withLock { lifecycle.change { $0.enter() } }
    while true {
      switch step {
      case .idle:
        return
      case .interrupt(let token):
        return token.invalidate()
      case .start(let run):
        // The run can be that of another thread, which has not reported it yet.
        reportRunning()
        let token = withLock { lifecycle.start }?(self, run) ?? .ended
        step = withLock { lifecycle.change { $0.started(token) } }
      case .stop(let token):
        token?.owner.invalidateNow()
        step = withLock { lifecycle.change { $0.next() } }
      case .retire(let token):
        token?.retire()
        step = withLock { lifecycle.change { $0.next() } }
      }
    }
  }

  /// Requests a run for the first subscriber. Returns whether ``runHooks()`` is to be called. Under the lock.
  @usableFromInline func countIn() -> Bool {
    activeCount += 1
    guard activeCount == 1, !isFinished, let lifecycle else { return false }
    lifecycle.change { $0.want() }
    return true
  }

  override func lastHasLeft(_ departure: inout Departure) {
    guard let lifecycle else { return }
    lifecycle.change { $0.unwant() }
    departure.needsHooks = true
    if lifecycle.startsOnce {
      let start = lifecycle.start.take()
      departure.memory = state.limit > 0 ? (start, state.reset(to: lifecycle.initial)) : start
    } else if !lifecycle.keepsMemory, state.limit > 0 {
      departure.memory = state.reset(to: lifecycle.initial)
    }
  }

  package override var runningHub: Hub<Bool> {
    let new = Hub<Bool>(remembering: 1, initial: false)
    let running = withLock {
      let parts = makeRareParts()
      parts.running = parts.running ?? new
      return parts.running!
    }
    report(to: running)
    return running
  }

  private func reportRunning() {
    if let running = withLock({ rareParts?.running }) { report(to: running) }
  }

  /// If several threads report at the same time, the last published value was read after every change.
  private func report(to running: Hub<Bool>) {
    var isOver = false
    running.refresh(in: .standing, unless: ==) {
      withLock {
        isOver = isFinished
        return !isFinished && lifecycle?.runs.wanted != RunID.none
      }
    }
    if isOver { running.finish() }
  }
}
