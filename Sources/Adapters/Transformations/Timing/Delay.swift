public import TidingsCore

extension Publisher {
  /// Delivers each update, and the end, later.
  ///
  ///     typing.delay(for: .milliseconds(200), scheduler: DispatchQueue.main)
  ///
  ///     source:  1 - 2 ----- 3|
  ///     result:  --- 1 - 2 ----- 3|
  ///
  /// The order is kept, also if the scheduler is late. All updates are delivered on the scheduler. The number of pending updates
  /// has no limit. Ends when this publisher ends, after the same delay. In ReactiveSwift it is `delay(_:on:)`.
  ///
  /// - Parameters:
  ///   - delay: Zero or less means as soon as possible, with a job of the scheduler. A delay that is too long for the
  ///     scheduler never passes.
  ///   - tolerance: The additional time by which an update may be late, to save energy.
  ///   - scheduler: Measures the time, and delivers.
  @_alwaysEmitIntoClient public func delay(
    for delay: Duration, tolerance: Duration = .zero, scheduler: some UpdateScheduler
  ) -> Broadcaster<Update> {
    let delayed = Broadcaster<Update>(remembering: DelayLine<Update>(delay: delay)) {
      [upstream = Broadcaster(self)] inputs, output in
      // For the first pending update, if no timer is set.
      @Sendable func setTimer(of line: inout DelayLine<Update>) {
        guard let wait = line.waitForTimer(at: scheduler.uptime) else { return }
        inputs.put(after: wait, tolerance: tolerance, on: scheduler) { line in
          line.isTimed = false
          let now = scheduler.uptime
          while let item = line.takeFirst(dueAt: now) {
            guard let update = item else { return output.end() }
            output(update)
          }
          setTimer(of: &line)
        }
      }
      inputs.connect(upstream.map { (update: $0, time: scheduler.uptime) }) { line, update in
        line.append(update.update, at: update.time)
        setTimer(of: &line)
      } ended: { line in
        line.append(nil, at: scheduler.uptime)
        setTimer(of: &line)
      }
    }
    // The hop is for ticks that occur while the source publishes, which the publishing thread delivers.
    return delayed.receive(on: scheduler, hop: .whenNeeded)
  }
}

extension PublishedTask {
  /// Delivers the progress and the result of the task later. See ``Publisher/delay(for:tolerance:scheduler:)``.
  @_alwaysEmitIntoClient public func delay(
    for delay: Duration, tolerance: Duration = .zero, scheduler: some UpdateScheduler
  ) -> PublishedTask {
    PublishedTask(running: Broadcaster(self).delay(for: delay, tolerance: tolerance, scheduler: scheduler))
  }
}

/// The pending updates, in order. At most one timer is set, for the first of them.
@frozen @usableFromInline struct DelayLine<Update: Sendable>: Sendable {
  @usableFromInline let delay: Duration
  /// Nil means the end.
  @usableFromInline var items = FIFO<(item: Update?, due: Duration)>()
  @usableFromInline var isTimed = false

  @_alwaysEmitIntoClient init(delay: Duration) { self.delay = max(delay, .zero) }

  @_alwaysEmitIntoClient mutating func append(_ item: Update?, at time: Duration) {
    items.append((item, time.saturatingAdding(delay)))
  }

  /// Returns the first update if it is due. Later ones wait for it.
  @_alwaysEmitIntoClient mutating func takeFirst(dueAt now: Duration) -> Update?? {
    guard let first = items.first, first.due <= now else { return .none }
    _ = items.popFirst()
    return .some(first.item)
  }

  @_alwaysEmitIntoClient mutating func waitForTimer(at now: Duration) -> Duration? {
    guard !isTimed, let first = items.first else { return nil }
    isTimed = true
    return first.due.saturatingAdding(.zero - now)
  }
}
