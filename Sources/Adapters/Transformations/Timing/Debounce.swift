public import TidingsCore

extension Publisher {
  /// Passes on an update when it has been quiet for a while.
  ///
  ///     query.debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
  ///
  ///     source:                  1-2-3------4-|
  ///     debounce(for: 3 steps):  -------3-----4|
  ///
  /// An update is held back until nothing has come for that long. A newer one takes its place, also when the scheduler
  /// is late with the one that is due: what passes is always the newest. Everything is delivered on the scheduler.
  ///
  /// Ends when this publisher ends. What is held back then passes as soon as possible, unless `atEnd` says otherwise;
  /// Combine drops it, and ReactiveSwift does unless told otherwise. A failure in a publisher of results is an update like
  /// any other: with `atEnd: .never` it may be dropped. <doc:Time> compares.
  ///
  /// - Parameters:
  ///   - quiet: For how long nothing may come; zero or less means as soon as possible.
  ///   - scheduler: What tells the time, and where updates are delivered.
  ///   - atEnd: What becomes of the update that is held back when this publisher ends.
  @inlinable
  public func debounce(
    for quiet: Duration, scheduler: some UpdateScheduler, atEnd: PendingUpdatePolicy = .now
  ) -> Broadcaster<Update> {
    // The hop is for ticks that find the source publishing: the publishing thread takes those along.
    through(Debouncer(quiet: quiet, atEnd: atEnd), on: scheduler).receive(on: scheduler, hop: .whenNeeded)
  }
}

/// Holds the newest update back until it is quiet.
///
/// Updates that come one after the other share a tick: it finds that the time has moved, and asks for another.
@frozen @usableFromInline
package struct Debouncer<Update: Sendable>: TimedMachine {
  @usableFromInline let quiet: Duration
  @usableFromInline let atEnd: PendingUpdatePolicy
  /// While there is one, a tick is under way.
  @usableFromInline var held: (update: Update, due: Duration)?
  @usableFromInline var hasEnded = false

  @inlinable
  package init(quiet: Duration, atEnd: PendingUpdatePolicy) {
    self.quiet = quiet
    self.atEnd = atEnd
  }

  @inlinable
  package mutating func take(_ update: Update, at now: Duration) -> TimedStep<Update> {
    let isFirst = held == nil
    let due = now.saturatingAdding(quiet)
    held = (update, due)
    return TimedStep(tick: isFirst ? due : nil)
  }

  @inlinable
  package mutating func tick(at now: Duration) -> TimedStep<Update> {
    guard let (update, due) = held else { return TimedStep() }
    guard now >= due else { return TimedStep(tick: due) }
    held = nil
    return TimedStep(passes: update, ends: hasEnded)
  }

  @inlinable
  package mutating func end() -> TimedStep<Update> {
    atEnd.end(holding: held?.update, &hasEnded)
  }
}
