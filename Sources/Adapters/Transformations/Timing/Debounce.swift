public import TidingsCore

extension Publisher {
  /// Delivers an update when no other has followed for some time.
  ///
  ///     query.debounce(for: .milliseconds(300), scheduler: DispatchQueue.main)
  ///
  ///     source:                  1-2-3------4-|
  ///     debounce(for: 3 steps):  -------3-----4|
  ///
  /// A newer update replaces a delayed one, also if the scheduler is late. All updates are delivered on the scheduler. Ends when
  /// this publisher ends. By default, a delayed update is then delivered as soon as possible. <doc:FromOtherLibraries> compares.
  ///
  /// - Parameters:
  ///   - quiet: The time without updates. Zero or less means as soon as possible.
  ///   - scheduler: Measures the time, and delivers.
  ///   - atEnd: The handling of a delayed update when this publisher ends.
  @_alwaysEmitIntoClient public func debounce(
    for quiet: Duration, scheduler: some UpdateScheduler, atEnd: PendingUpdatePolicy = .now
  ) -> Broadcaster<Update> {
    // The hop is for ticks that occur while the source publishes, which the publishing thread delivers.
    through(
      Debouncer(quiet: quiet, atEnd: atEnd), on: scheduler, take: { $0.take($1, at: $2) }, tick: { $0.tick(at: $1) },
      end: { $0.end() }
    ).receive(on: scheduler, hop: .whenNeeded)
  }
}

/// Updates in quick succession share a tick. The tick finds that the time has moved, and requests another.
@frozen @usableFromInline package struct Debouncer<Update: Sendable>: Sendable {
  @usableFromInline let quiet: Duration
  @usableFromInline let atEnd: PendingUpdatePolicy
  /// A pending tick exists while it is not nil.
  @usableFromInline var held: (update: Update, due: Duration)?
  @usableFromInline var hasEnded = false

  @_alwaysEmitIntoClient package init(quiet: Duration, atEnd: PendingUpdatePolicy) {
    self.quiet = quiet
    self.atEnd = atEnd
  }

  @_alwaysEmitIntoClient package mutating func take(_ update: Update, at now: Duration) -> TimedStep<Update> {
    let isFirst = held == nil
    let due = now.saturatingAdding(quiet)
    held = (update, due)
    return TimedStep(tick: isFirst ? due : nil)
  }

  @_alwaysEmitIntoClient package mutating func tick(at now: Duration) -> TimedStep<Update> {
    guard let (update, due) = held else { return TimedStep() }
    guard now >= due else { return TimedStep(tick: due) }
    held = nil
    return TimedStep(passes: update, ends: hasEnded)
  }

  @_alwaysEmitIntoClient package mutating func end() -> TimedStep<Update> {
    atEnd.end(holding: held?.update, newest: held?.update, &hasEnded)
  }
}
