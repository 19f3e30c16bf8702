public import TidingsCore

extension Publisher {
  /// Passes on the latest update each time another publisher updates, if there is a new one.
  ///
  ///     position.sample(on: displayRefresh)
  ///
  ///     source:   1 - 2 -------- 3 ---------|
  ///     trigger:  ------ x - x ------ x ----|
  ///     result:   ------ 2 ---------- 3 ----|
  ///
  /// Ends when either has ended, at once: what came after the last trigger is not passed on. This publisher is
  /// subscribed first, then the trigger, so that of two values the current one is passed on at once. ReactiveSwift's
  /// `sample(on:)` passes on the same update again at the next trigger and waits for both ends; this is Rx's `sample`. A
  /// failure in a publisher of results is an update like any other, and is not passed on when it comes after the last
  /// trigger: see <doc:Time>.
  ///
  /// - Parameter trigger: When to pass on; what it publishes does not matter.
  @inlinable
  public func sample(on trigger: some Publisher) -> Broadcaster<Update> {
    Broadcaster(
      MultiInputOperator<SampleInput<Update>, Update>(
        from: { [upstream = Broadcaster(self), trigger = Broadcaster(trigger)] inputs in
          inputs.connect(upstream, ended: .ended) { .update($0) }
          inputs.connect(trigger, ended: .ended) { _ in .trigger }
        }, remembering: Update?.none
      ) { pending, input, output, _ in
        switch input {
        case .update(let update):
          pending = update
        case .trigger:
          guard let update = pending else { return }
          pending = nil
          output(update)
        case .ended:
          output.end()
        }
      })
  }
}

@usableFromInline
enum SampleInput<Update: Sendable>: Sendable {
  case update(Update)
  case trigger
  case ended
}

extension Publisher {
  /// Passes on the latest update at the end of each interval, if there is a new one.
  ///
  ///     position.sample(every: .milliseconds(100), scheduler: DispatchQueue.main)
  ///
  ///     source:  -- 1 - 2 ------------- 3 --|
  ///     time:    -------- x ----- x ----- x -
  ///     result:  -------- 2 ----------------|
  ///
  /// Ends when this publisher ends: what came after the last interval is not passed on. Everything is delivered on the
  /// scheduler, the end too. The intervals are those of ``Publisher/every(_:tolerance:scheduler:)`` and begin with the
  /// subscription; a busy scheduler samples less often. ``sample(on:)`` does this at the updates of any publisher. Rx
  /// users know it by this name. A failure in a publisher of results is an update like any other, and is not passed on
  /// when it comes after the last interval: see <doc:Time>.
  ///
  /// - Parameters:
  ///   - interval: Greater than zero. One too long for the scheduler never passes.
  ///   - tolerance: How much later than due an update may come, to save energy.
  ///   - scheduler: Measures the time, and delivers.
  public func sample(
    every interval: Duration, tolerance: Duration = .zero, scheduler: some UpdateScheduler
  ) -> Broadcaster<Update> {
    guard interval > .zero else {
      fatalError("sample(every:scheduler:) takes an interval greater than zero, not \(interval)")
    }
    // A timer for each subscription, which begins with it. The hop is for ticks that find the source publishing: the
    // publishing thread takes those along.
    return sample(on: Broadcaster.deferred { Broadcaster.every(interval, tolerance: tolerance, scheduler: scheduler) })
      .receive(on: scheduler, hop: .whenNeeded)
  }
}
