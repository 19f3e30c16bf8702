public import Synchronization

/// The start and stop of a hub that runs from its first subscriber to its last.
///
/// Invariant behind `@unchecked`: mutable state is accessed under the lock of the hub.
@usableFromInline package final class Lifecycle<Update: Sendable>: @unchecked Sendable {
  @usableFromInline package typealias Start = @Sendable (Hub<Update>, RunID) -> Subscription

  /// Whether subscribers join after the start, so that the value that it sets is their first.
  @usableFromInline let joinsAfterStart: Bool
  let initial: Update?
  let keepsMemory: Bool
  let startsOnce: Bool
  /// Equals `runs.wanted`. Read without the lock by deliveries.
  @usableFromInline let wanted = Atomic<RunID>(.none)
  private(set) var runs = RunState()
  /// Nil after the hub has ended, or when its only subscriber has left.
  var start: Start?

  init(initial: Update?, keepsMemory: Bool, startsOnce: Bool, start: @escaping Start) {
    joinsAfterStart = initial != nil
    self.initial = initial
    self.keepsMemory = keepsMemory
    self.startsOnce = startsOnce
    self.start = start
  }

  func change<Result>(_ body: (inout RunState) -> Result) -> Result {
    defer { wanted.store(runs.wanted, ordering: .releasing) }
    return body(&runs)
  }
}

/// The number of a run of a publisher that starts with its first subscriber and stops with its last.
@usableFromInline package typealias RunID = UInt

extension RunID {
  @usableFromInline package static var none: RunID { 0 }
  /// The only run of a source that neither starts nor stops, and of an operator's hub.
  @inlinable package static var standing: RunID { 1 }
}

/// Decides when a run is started and stopped.
///
/// Starting and stopping run user code, so they happen without the lock, by one thread at a time. That thread repeats until the
/// actual state matches the requested state. Other threads record the requested state and return.
package struct RunState: Sendable {
  package enum Step: Sendable {
    case idle
    case start(RunID)
    /// Cancel the subscriptions of a start in progress that is no longer requested.
    case interrupt(Subscription)
    case stop(Subscription?)
    /// Release the token of a completed run. There is nothing to cancel.
    case retire(Subscription?)
  }

  /// The requested run. Updates of other runs are dropped.
  package private(set) var wanted = RunID.none
  private var lastRun = RunID.none
  private var running = RunID.none
  private var isCompleted = false
  private var isBusy = false
  private var token: Subscription?

  package init() {}

  /// Whether the requested run has been started, and no thread is starting or stopping one.
  var isUp: Bool { running == wanted && !isBusy }

  package mutating func want() {
    lastRun += 1
    wanted = lastRun
  }

  package mutating func unwant() { wanted = .none }

  package mutating func complete() {
    isCompleted = true
    unwant()
  }

  /// The first step of a thread that starts and stops. If another call does, it continues when that returns.
  package mutating func enter() -> Step {
    guard isBusy else { return next() }
    return running != wanted && !isCompleted ? token.map { .interrupt($0) } ?? .idle : .idle
  }

  /// Keeps the token of the run that is being started.
  package mutating func starting(_ token: Subscription) { self.token = token }

  package mutating func started(_ token: Subscription) -> Step {
    self.token = token
    return next()
  }

  package mutating func next() -> Step {
    isBusy = running != wanted
    guard isBusy else { return .idle }
    if running == .none {
      running = wanted
      return .start(running)
    }
    running = .none
    defer { token = nil }
    return isCompleted ? .retire(token) : .stop(token)
  }
}
