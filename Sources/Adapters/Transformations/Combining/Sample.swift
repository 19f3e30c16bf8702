public import TidingsCore

extension Publisher {
  /// Delivers the latest update each time another publisher updates, if there is a new one.
  ///
  ///     position.sample(on: displayRefresh)
  ///
  ///     source:   1 - 2 -------- 3 ---------|
  ///     trigger:  ------ x - x ------ x ----|
  ///     result:   ------ 2 ---------- 3 ----|
  ///
  /// Ends when either has ended. An update after the last trigger is not delivered, unless it is a failure of a `Result` or the
  /// result of a task. This publisher is subscribed to first, so of two values the current one is delivered immediately.
  /// <doc:FromOtherLibraries> compares.
  @_alwaysEmitIntoClient public func sample(on trigger: some Publisher) -> Broadcaster<Update> {
    Broadcaster(remembering: Update?.none) {
      [upstream = Broadcaster(self), trigger = Broadcaster(trigger)] inputs, output in
      let end: @Sendable (inout Update?) -> Void = { pending in
        if let update = pending, mustArrive(update) { output(update) }
        output.end()
      }
      inputs.connect(upstream, { pending, update in pending = update }, ended: end)
      inputs.connect(trigger, { pending, _ in pending.take().map { output($0) } }, ended: end)
    }
  }

  /// Delivers the latest update at the end of each interval, if there is a new one.
  ///
  ///     position.sample(every: .milliseconds(100), scheduler: DispatchQueue.main)
  ///
  ///     source:  -- 1 - 2 ------------- 3 --|
  ///     time:    -------- x ----- x ----- x -
  ///     result:  -------- 2 ------------- 3 |
  ///
  /// Ends when this publisher ends. An update after the last interval is not delivered, unless it is a failure of a `Result` or
  /// the result of a task. All updates and the end are delivered on the scheduler. The intervals begin when this publisher has
  /// been subscribed to. If the scheduler is late, samples are left out. See ``Publisher/every(_:tolerance:scheduler:)`` for the
  /// intervals. <doc:FromOtherLibraries> compares.
  @_alwaysEmitIntoClient public func sample(
    every interval: Duration, tolerance: Duration = .zero, scheduler: some UpdateScheduler
  ) -> Broadcaster<Update> {
    guard interval > .zero else {
      fatalError("sample(every:scheduler:) takes an interval greater than zero, not \(interval)")
    }
    // A timer for each subscription, which begins with it. The hop is for ticks that occur while the source publishes,
    // which the publishing thread delivers.
    return sample(on: Broadcaster.deferred { Broadcaster.every(interval, tolerance: tolerance, scheduler: scheduler) })
      .receive(on: scheduler, hop: .whenNeeded)
  }
}
