public import TidingsCore

/// The actions that a timed machine requests: deliver, schedule a tick, end, in any combination.
@frozen @usableFromInline package struct TimedStep<Output: Sendable>: Sendable {
  @usableFromInline package let passes: Output?
  @usableFromInline package let tick: Duration?
  @usableFromInline package let ends: Bool

  @_alwaysEmitIntoClient package init(passes: Output? = nil, tick: Duration? = nil, ends: Bool = false) {
    self.passes = passes
    self.tick = tick
    self.ends = ends
  }
}

extension TimedStep: Equatable where Output: Equatable {}

extension Publisher {
  // A machine requests ticks and never cancels one. A tick can be early, because its reason was postponed, or late, because the
  // scheduler was busy. So the machine compares its time with the due time. At most one is pending.
  @_alwaysEmitIntoClient func through<Machine: Sendable, Output: Sendable>(
    _ machine: Machine, on scheduler: some UpdateScheduler,
    begin: @escaping @Sendable (inout Machine, Duration) -> TimedStep<Output> = { _, _ in TimedStep() },
    take: @escaping @Sendable (inout Machine, Update, Duration) -> TimedStep<Output>,
    tick: @escaping @Sendable (inout Machine, Duration) -> TimedStep<Output>,
    end: @escaping @Sendable (inout Machine) -> TimedStep<Output>
  ) -> Broadcaster<Output> {
    Broadcaster(remembering: machine) { [upstream = Broadcaster(self)] inputs, output in
      @Sendable func perform(_ step: TimedStep<Output>) {
        // The tick is scheduled before the delivery, because a subscriber can be slow. The input may have waited, too, so
        // the delay counts from now.
        if let due = step.tick {
          inputs.put(after: due.saturatingAdding(.zero - scheduler.uptime), on: scheduler) { machine in
            perform(tick(&machine, scheduler.uptime))
          }
        }
        if let update = step.passes { output(update) }
        if step.ends { output.end() }
      }
      let start = scheduler.uptime
      inputs.put { perform(begin(&$0, start)) }
      // The time of an update is that of its publication: it may have waited since.
      inputs.connect(upstream.map { (update: $0, time: scheduler.uptime) }) { machine, update in
        perform(take(&machine, update.update, update.time))
      } ended: { machine in
        perform(end(&machine))
      }
    }
  }
}
