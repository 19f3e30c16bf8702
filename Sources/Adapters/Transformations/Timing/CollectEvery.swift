public import TidingsCore

extension Publisher {
  /// Collects updates in groups: one for each interval, or earlier if a group is full.
  ///
  ///     measurements.collect(every: .seconds(1), count: 100, scheduler: queue)
  ///
  ///     source:                             -1-2-------345----6|
  ///     collect(every: 5 steps):            -----a---------b---c|    a = [1, 2], b = [3, 4, 5], c = [6]
  ///     collect(every: 5 steps, count: 2):  ---a--------d----e-c|    d = [3, 4], e = [5]
  ///
  /// The intervals are measured from the subscription, so they do not drift. When its interval is over, a group is delivered on
  /// the scheduler, or by another thread that is delivering a group at that moment. A full group is delivered immediately on the
  /// publishing thread, and a new interval begins. If the scheduler is late, several intervals count as one. Ends when this
  /// publisher ends. By default, the last group is delivered immediately. <doc:FromOtherLibraries> compares. The name is `buffer`
  /// in Rx, and `collect(.byTimeOrCount(…))` in Combine.
  ///
  /// - Parameters:
  ///   - interval: The length of an interval, greater than zero.
  ///   - count: The size of a full group, one or more.
  ///   - scheduler: Measures the time, and delivers groups whose interval is over.
  ///   - skipsEmpty: Whether nothing is delivered for an interval without updates, rather than an empty group.
  ///   - atEnd: The handling of the last group when this publisher ends. An empty group is dropped.
  @_alwaysEmitIntoClient public func collect(
    every interval: Duration, count: Int = .max, scheduler: some UpdateScheduler, skipsEmpty: Bool = true,
    atEnd: PendingUpdatePolicy = .now
  ) -> Broadcaster<[Update]> {
    guard interval > .zero else { fatalError("collect(every:…) takes an interval greater than zero, not \(interval)") }
    guard count >= 1 else { fatalError("collect(every:count:…) takes a count of one or more, not \(count)") }
    return through(
      Collector(interval: interval, count: count, skipsEmpty: skipsEmpty, atEnd: atEnd), on: scheduler,
      begin: {
        // A full group is delivered without the scheduler.
        if count == .max { MainActorDeadlockCheck.note(.scheduler(scheduler)) }
        return $0.begin(at: $1)
      }, take: { $0.take($1, at: $2) }, tick: { $0.tick(at: $1) }, end: { $0.end() })
  }
}

/// If empty groups are skipped, a tick is requested only while there are updates.
@frozen @usableFromInline package struct Collector<Update: Sendable>: Sendable {
  @usableFromInline let interval: Duration
  @usableFromInline let count: Int
  @usableFromInline let skipsEmpty: Bool
  @usableFromInline let atEnd: PendingUpdatePolicy
  @usableFromInline var group: [Update] = []
  @usableFromInline var origin = Duration.zero
  @usableFromInline var due = Duration.zero
  @usableFromInline var hasTick = false
  @usableFromInline var hasEnded = false

  @_alwaysEmitIntoClient package init(interval: Duration, count: Int, skipsEmpty: Bool, atEnd: PendingUpdatePolicy) {
    self.interval = interval
    self.count = count
    self.skipsEmpty = skipsEmpty
    self.atEnd = atEnd
  }

  @_alwaysEmitIntoClient package mutating func begin(at now: Duration) -> TimedStep<[Update]> {
    origin = now
    due = end(ofIntervalAt: now)
    return skipsEmpty ? TimedStep() : askForTick()
  }

  @_alwaysEmitIntoClient package mutating func take(_ update: Update, at now: Duration) -> TimedStep<[Update]> {
    if skipsEmpty, group.isEmpty { due = end(ofIntervalAt: now) }
    group.append(update)
    guard group.count < count else {
      origin = now
      due = end(ofIntervalAt: now)
      return TimedStep(passes: exchange(&group, with: []))
    }
    return hasTick ? TimedStep() : askForTick()
  }

  @_alwaysEmitIntoClient package mutating func tick(at now: Duration) -> TimedStep<[Update]> {
    hasTick = false
    if skipsEmpty, group.isEmpty { return TimedStep() }
    guard now >= due else { return askForTick() }
    guard !skipsEmpty, !hasEnded else { return TimedStep(passes: exchange(&group, with: []), ends: hasEnded) }
    due = end(ofIntervalAt: now)
    return askForTick(passing: exchange(&group, with: []))
  }

  @_alwaysEmitIntoClient package mutating func end() -> TimedStep<[Update]> {
    atEnd.end(holding: group.isEmpty ? nil : group, newest: group.last, &hasEnded)
  }

  @_alwaysEmitIntoClient mutating func askForTick(passing passed: [Update]? = nil) -> TimedStep<[Update]> {
    hasTick = true
    return TimedStep(passes: passed, tick: due)
  }

  /// In whole numbers, since a quotient of durations is not exact.
  @_alwaysEmitIntoClient func end(ofIntervalAt now: Duration) -> Duration {
    let begun = (now - origin).attoseconds % interval.attoseconds
    return now.saturatingAdding(interval - Duration(attoseconds: begun))
  }
}
