/// Numbers the runs of a publisher that starts with its first subscriber and stops with its last.
@usableFromInline package typealias RunID = UInt

extension RunID {
  /// No run.
  @usableFromInline package static var none: RunID { 0 }
  /// The one run of a source that is driven from outside and neither starts nor stops.
  @inlinable package static var standing: RunID { 1 }
}

/// Decides when a run is started and stopped.
///
/// Starting and stopping are user code, so they happen outside the lock, and one thread at a time does them: whoever
/// holds the hooks asks again after each step until what is up is what is wanted. Others leave their wish and go.
@usableFromInline
package struct RunState: Sendable {
  package enum Step: Sendable {
    case idle
    /// Publish whether a run is under way.
    case tell(RunWatch)
    case start(RunID)
    /// Undo the start of a run that is no longer wanted.
    case stop(RunID, Subscription?)
    /// Let go of what a completed run has left; there is nothing to cancel.
    case retire(RunID, Subscription?)
  }

  @usableFromInline package let startsWithFirst: Bool
  /// The run whose updates count.
  @usableFromInline package private(set) var wanted: RunID
  package private(set) var isCompleted = false
  package private(set) var lastRun = RunID.none
  package private(set) var running: RunID
  package private(set) var token: Subscription?
  package private(set) var isBusy = false
  /// Told of each change of what is wanted, where somebody has asked for that.
  package private(set) var watch: RunWatch?

  package init(startsWithFirst: Bool) {
    self.startsWithFirst = startsWithFirst
    wanted = startsWithFirst ? .none : .standing
    running = wanted
  }

  /// The run that is wanted has been started, and nobody is starting or stopping one.
  var isUp: Bool { running == wanted && !isBusy }

  /// The first subscriber is there. Returns whether the hooks must be looked after.
  @usableFromInline
  package mutating func want() -> Bool {
    guard startsWithFirst else { return false }
    lastRun += 1
    wanted = lastRun
    return true
  }

  /// The last subscriber is gone, or the run has ended. Returns whether the hooks must be looked after.
  package mutating func unwant() -> Bool {
    guard startsWithFirst else { return false }
    wanted = .none
    return true
  }

  package mutating func complete() -> Bool {
    isCompleted = true
    return unwant()
  }

  /// What to do when something else is wanted. Observers are told first, and may change what is wanted once more.
  package mutating func enter() -> Step {
    watch.map(Step.tell) ?? enterHooks()
  }

  /// Asks for the hooks. Idle as well when another thread holds them: that one will do what is wanted now.
  package mutating func enterHooks() -> Step {
    isBusy ? .idle : next()
  }

  /// Takes the watch, unless there is one. Returns the one that is there.
  package mutating func add(_ watch: RunWatch) -> RunWatch {
    if let known = self.watch { return known }
    self.watch = watch
    return watch
  }

  /// The run has been started; the holder of the hooks goes on.
  package mutating func started(_ token: Subscription) -> Step {
    self.token = token
    return next()
  }

  /// What the holder of the hooks does next; idle gives them back.
  package mutating func next() -> Step {
    isBusy = running != wanted
    guard isBusy else { return .idle }
    if running == .none {
      running = wanted
      return .start(running)
    }
    let stopped = running
    running = .none
    defer { token = nil }
    return isCompleted ? .retire(stopped, token) : .stop(stopped, token)
  }
}
