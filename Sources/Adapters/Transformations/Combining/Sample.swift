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
