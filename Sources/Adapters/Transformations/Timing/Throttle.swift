public import TidingsCore

extension Publisher {
  /// Passes on one update in each interval at most.
  ///
  ///     scrollPosition.throttle(for: .milliseconds(100), scheduler: DispatchQueue.main)
  ///
  ///     source:                  1-2-3--4----------5
  ///     throttle(for: 5 steps):  1----3----4-------5
  ///       latest: false          1----2----4-------5
  ///       trailing: false        1------4----------5
  ///
  /// The first update passes at once, where it is published, and an interval begins. What comes within it is held back:
  /// the newest of it passes when the interval is over, on the scheduler, and the next interval begins. When nothing was
  /// held back, the next update passes at once again. An interval that the scheduler ends late is longer by that.
  ///
  /// Ends when this publisher ends. What is held back then passes at once, where the end is published, unless `atEnd`
  /// says otherwise; Combine and RxSwift let it pass when it is due. RxSwift's `latest: false` is `trailing: false` here.
  /// A failure in a publisher of results is an update like any other, see <doc:Time>.
  ///
  /// - Parameters:
  ///   - interval: How long to hold back after an update; with zero or less everything passes at once.
  ///   - scheduler: What tells the time, and where updates are delivered that were held back.
  ///   - latest: Whether the newest update of an interval passes at its end, or the first.
  ///   - trailing: Whether an update passes at the end of an interval. If not, all that come within it are dropped.
  ///   - atEnd: What becomes of the update that is held back when this publisher ends.
  @inlinable
  public func throttle(
    for interval: Duration, scheduler: some UpdateScheduler, latest: Bool = true, trailing: Bool = true,
    atEnd: PendingUpdatePolicy = .now
  ) -> Broadcaster<Update> {
    through(
      Throttler(interval: interval, keeping: !trailing ? .nothing : latest ? .newest : .first, atEnd: atEnd),
      on: scheduler)
  }
}

/// Lets one update pass, and holds another back until the interval is over.
@frozen @usableFromInline
package struct Throttler<Update: Sendable>: TimedMachine {
  /// What of an interval passes at its end.
  @usableFromInline
  package enum Kept: Sendable {
    case newest, first, nothing
  }

  @usableFromInline
  enum State: Sendable {
    case open
    case closed(until: Duration)
    /// A tick is under way.
    case holding(Update, until: Duration)
  }

  @usableFromInline let interval: Duration
  @usableFromInline let kept: Kept
  @usableFromInline let atEnd: PendingUpdatePolicy
  @usableFromInline var state = State.open
  @usableFromInline var hasEnded = false

  @inlinable
  package init(interval: Duration, keeping kept: Kept, atEnd: PendingUpdatePolicy) {
    self.interval = interval
    self.kept = kept
    self.atEnd = atEnd
  }

  @inlinable
  package mutating func take(_ update: Update, at now: Duration) -> TimedStep<Update> {
    switch state {
    case .closed(let until) where now < until:
      guard kept != .nothing else { return TimedStep() }
      state = .holding(update, until: until)
      return TimedStep(tick: until)
    case .open, .closed:
      return pass(update, at: now)
    case .holding(_, let until):
      if kept == .newest { state = .holding(update, until: until) }
      return TimedStep()
    }
  }

  @inlinable
  package mutating func tick(at now: Duration) -> TimedStep<Update> {
    guard case .holding(let update, let until) = state else { return TimedStep() }
    return now < until ? TimedStep(tick: until) : pass(update, at: now)
  }

  @inlinable
  mutating func pass(_ update: Update, at now: Duration) -> TimedStep<Update> {
    state = .closed(until: now.saturatingAdding(interval))
    return TimedStep(passes: update, ends: hasEnded)
  }

  @inlinable
  package mutating func end() -> TimedStep<Update> {
    guard case .holding(let update, _) = state else { return TimedStep(ends: true) }
    return atEnd.end(holding: update, &hasEnded)
  }
}

/// What becomes of an update that is held back when its source ends.
public enum PendingUpdatePolicy: Sendable {
  /// It passes at once, and the end follows it.
  case now
  /// It passes when it would have, on the scheduler, and the end follows it.
  case whenDue
  /// It is dropped, and the end comes at once.
  case never
}

extension PendingUpdatePolicy {
  /// What a machine does at the end of its source.
  ///
  /// - Parameter endsWhenDue: Set where the end has to wait for the tick that the machine has asked for.
  @inlinable
  func end<Output>(holding held: Output?, _ endsWhenDue: inout Bool) -> TimedStep<Output> {
    guard let held else { return TimedStep(ends: true) }
    switch self {
    case .now: return TimedStep(passes: held, ends: true)
    case .never: return TimedStep(ends: true)
    case .whenDue:
      endsWhenDue = true
      return TimedStep()
    }
  }
}
