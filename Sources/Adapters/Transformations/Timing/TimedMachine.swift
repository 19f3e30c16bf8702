public import TidingsCore

/// A machine that holds back what comes in, and passes it on when its time has come.
///
/// It asks for ticks and never gives one up: a tick may be early, since what it was asked for has moved, or late, since
/// the scheduler was busy. So a tick says nothing but the time, and the machine decides what is due. One tick at most
/// is under way.
@usableFromInline
package protocol TimedMachine<Input, Output>: Sendable {
  associatedtype Input: Sendable
  associatedtype Output: Sendable

  /// Called once, before anything else.
  mutating func begin(at now: Duration) -> TimedStep<Output>
  mutating func take(_ input: Input, at now: Duration) -> TimedStep<Output>
  mutating func tick(at now: Duration) -> TimedStep<Output>
  mutating func end() -> TimedStep<Output>
}

extension TimedMachine {
  @inlinable
  package mutating func begin(at now: Duration) -> TimedStep<Output> {
    TimedStep()
  }
}

/// What a timed machine wants done: pass something on, have a tick, end, in any combination.
@frozen @usableFromInline
package struct TimedStep<Output: Sendable>: Sendable {
  @usableFromInline package let passes: Output?
  /// When the tick is due that is asked for.
  @usableFromInline package let tick: Duration?
  @usableFromInline package let ends: Bool

  @inlinable
  package init(passes: Output? = nil, tick: Duration? = nil, ends: Bool = false) {
    self.passes = passes
    self.tick = tick
    self.ends = ends
  }
}

extension TimedStep: Equatable where Output: Equatable {}

/// What comes in to a timed machine.
@usableFromInline
enum TimedInput<Update: Sendable>: Sendable {
  case begin(at: Duration)
  /// An update and the time of its publication: it may have waited since.
  case update(Update, at: Duration)
  case tick
  case ended
}

extension Publisher {
  /// A broadcaster that passes this publisher's updates through a machine, one for each subscription.
  @inlinable
  func through<Machine: TimedMachine<Update, Output>, Output>(
    _ machine: Machine, on scheduler: some UpdateScheduler
  ) -> Broadcaster<Output> {
    Broadcaster(
      MultiInputOperator<TimedInput<Update>, Output>(
        from: { [upstream = Broadcaster(self)] inputs in
          inputs.put(.begin(at: scheduler.uptime))
          inputs.connect(upstream, ended: .ended) { .update($0, at: scheduler.uptime) }
        }, remembering: machine
      ) { machine, input, output, inputs in
        let step =
          switch input {
          case .begin(let time): machine.begin(at: time)
          case .update(let update, let time): machine.take(update, at: time)
          case .tick: machine.tick(at: scheduler.uptime)
          case .ended: machine.end()
          }
        // The tick first: a subscriber may take its time, or leave. What comes in may have waited too, so the delay is
        // counted from now.
        if let due = step.tick {
          inputs.put(.tick, after: due.saturatingAdding(.zero - scheduler.uptime), on: scheduler)
        }
        if let update = step.passes { output(update) }
        if step.ends { output.end() }
      })
  }
}
