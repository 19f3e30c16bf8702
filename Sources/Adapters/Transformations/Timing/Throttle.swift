public import TidingsCore

extension Publisher {
  /// Delivers at most one update in each interval.
  ///
  ///     scrollPosition.throttle(for: .milliseconds(100), scheduler: DispatchQueue.main)
  ///
  ///     source:                  1-2-3--4----------5
  ///     throttle(for: 5 steps):  1----3----4-------5
  ///     latest: false:           1----2----4-------5
  ///     trailing: false:         1------4----------5
  ///
  /// The first update is delivered immediately on the publishing thread, and an interval begins. At the end of the interval, the
  /// newest update of it is delivered on the scheduler, or by another thread that is delivering an update at that moment, and the
  /// next interval begins. After an interval without updates, the next update is delivered immediately again. If the scheduler is
  /// late, the interval is longer. Ends when this publisher ends. By default, a delayed update is then delivered immediately. A
  /// failure of a `Result` and the result of a task right before the end are delivered in any case. A failure takes the place of
  /// an update that waits. <doc:FromOtherLibraries> compares.
  ///
  /// - Parameters:
  ///   - interval: The time between two updates. With zero or less, nothing is delayed.
  ///   - scheduler: Measures the time, and delivers delayed updates.
  ///   - latest: Whether the newest update of an interval is delivered, rather than the first.
  ///   - trailing: Whether an update is delivered at the end of an interval. If not, updates within an interval are dropped.
  ///   - atEnd: The handling of a delayed update when this publisher ends.
  @_alwaysEmitIntoClient public func throttle(
    for interval: Duration, scheduler: some UpdateScheduler, latest: Bool = true, trailing: Bool = true,
    atEnd: PendingUpdatePolicy = .now
  ) -> Broadcaster<Update> {
    through(
      Throttler(interval: interval, keeping: !trailing ? .nothing : latest ? .newest : .first, atEnd: atEnd),
      on: scheduler, take: { $0.take($1, at: $2) }, tick: { $0.tick(at: $1) }, end: { $0.end() })
  }
}

@frozen @usableFromInline package struct Throttler<Update: Sendable>: Sendable {
  @usableFromInline package enum Kept: Sendable {
    case newest, first, nothing
  }

  @usableFromInline enum State: Sendable {
    case open
    case closed(until: Duration)
    /// A tick is pending.
    case holding(Update, until: Duration)
  }

  @usableFromInline let interval: Duration
  @usableFromInline let kept: Kept
  @usableFromInline let atEnd: PendingUpdatePolicy
  @usableFromInline var state = State.open
  /// The newest update, if it was dropped.
  @usableFromInline var dropped: Update?
  @usableFromInline var hasEnded = false

  @_alwaysEmitIntoClient package init(interval: Duration, keeping kept: Kept, atEnd: PendingUpdatePolicy) {
    self.interval = interval
    self.kept = kept
    self.atEnd = atEnd
  }

  @_alwaysEmitIntoClient package mutating func take(_ update: Update, at now: Duration) -> TimedStep<Update> {
    dropped = nil
    switch state {
    case .closed(let until) where now < until:
      guard kept != .nothing else {
        dropped = update
        return TimedStep()
      }
      state = .holding(update, until: until)
      return TimedStep(tick: until)
    case .open, .closed:
      return pass(update, at: now)
    case .holding(_, let until):
      if kept == .newest { state = .holding(update, until: until) } else { dropped = update }
      return TimedStep()
    }
  }

  @_alwaysEmitIntoClient package mutating func tick(at now: Duration) -> TimedStep<Update> {
    guard case .holding(let update, let until) = state else { return TimedStep() }
    return now < until ? TimedStep(tick: until) : pass(update, at: now)
  }

  @_alwaysEmitIntoClient mutating func pass(_ update: Update, at now: Duration) -> TimedStep<Update> {
    state = .closed(until: now.saturatingAdding(interval))
    return TimedStep(passes: update, ends: hasEnded)
  }

  @_alwaysEmitIntoClient package mutating func end() -> TimedStep<Update> {
    if let dropped, mustArrive(dropped) {
      guard case .holding(_, let until) = state else { return TimedStep(passes: dropped, ends: true) }
      state = .holding(dropped, until: until)
    }
    guard case .holding(let held, _) = state else { return TimedStep(ends: true) }
    return atEnd.end(holding: held, newest: held, &hasEnded)
  }
}

/// The handling of a delayed update when its source ends.
public enum PendingUpdatePolicy: Sendable {
  /// It is delivered immediately, and then the end.
  case now
  /// It is delivered when it is due, on the scheduler, and then the end.
  case whenDue
  /// It is dropped, unless it is a failure of a `Result` or the result of a task, and the end is delivered immediately.
  case never

  /// `endsWhenDue` is set if the end waits for the requested tick.
  @_alwaysEmitIntoClient
  func end<Output>(holding held: Output?, newest: (some Sendable)?, _ endsWhenDue: inout Bool) -> TimedStep<Output> {
    guard let held else { return TimedStep(ends: true) }
    switch self {
    case .now: return TimedStep(passes: held, ends: true)
    case .never: return TimedStep(passes: mustArrive(newest) ? held : nil, ends: true)
    case .whenDue:
      endsWhenDue = true
      return TimedStep()
    }
  }
}
