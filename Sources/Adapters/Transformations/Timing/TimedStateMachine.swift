public import TidingsCore

/// A machine that delays its inputs.
///
/// It requests ticks and never cancels one. A tick can be early, because its reason was postponed, or late, because the
/// scheduler was busy. So the machine compares the time of a tick with the due time. At most one tick is pending.
@usableFromInline
package protocol TimedStateMachine<Input, Output>: Sendable {
  associatedtype Input: Sendable
  associatedtype Output: Sendable

  /// Called once, before anything else.
  mutating func begin(at now: Duration) -> TimedStep<Output>
  mutating func take(_ input: Input, at now: Duration) -> TimedStep<Output>
  mutating func tick(at now: Duration) -> TimedStep<Output>
  mutating func end() -> TimedStep<Output>
}

extension TimedStateMachine {
  @_alwaysEmitIntoClient
  package mutating func begin(at now: Duration) -> TimedStep<Output> {
    TimedStep()
  }
}

/// The actions that a timed machine requests: deliver, schedule a tick, end, in any combination.
@frozen @usableFromInline
package struct TimedStep<Output: Sendable>: Sendable {
  @usableFromInline package let passes: Output?
  /// The due time of the requested tick.
  @usableFromInline package let tick: Duration?
  @usableFromInline package let ends: Bool

  @_alwaysEmitIntoClient
  package init(passes: Output? = nil, tick: Duration? = nil, ends: Bool = false) {
    self.passes = passes
    self.tick = tick
    self.ends = ends
  }
}

extension TimedStep: Equatable where Output: Equatable {}

extension Publisher {
  /// A broadcaster that passes this publisher's updates through a machine, one for each subscription.
  @_alwaysEmitIntoClient
  func through<Machine: TimedStateMachine<Update, Output>, Output>(
    _ machine: Machine, on scheduler: some UpdateScheduler
  ) -> Broadcaster<Output> {
    Broadcaster(remembering: machine) { [upstream = Broadcaster(self)] inputs, output in
      @Sendable func perform(_ step: TimedStep<Output>) {
        // The tick is scheduled before the delivery, because a subscriber can be slow. The input may have waited, too, so
        // the delay counts from now.
        if let due = step.tick {
          inputs.put(after: due.saturatingAdding(.zero - scheduler.uptime), on: scheduler) { machine in
            perform(machine.tick(at: scheduler.uptime))
          }
        }
        if let update = step.passes { output(update) }
        if step.ends { output.end() }
      }
      let begin = scheduler.uptime
      inputs.put { perform($0.begin(at: begin)) }
      // The time of an update is that of its publication: it may have waited since.
      inputs.connect(upstream.map { (update: $0, time: scheduler.uptime) }) { machine, update in
        perform(machine.take(update.update, at: update.time))
      } ended: { machine in
        perform(machine.end())
      }
    }
  }
}
