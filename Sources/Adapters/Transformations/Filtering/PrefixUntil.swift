public import TidingsCore

extension Publisher {
  /// Passes on updates until another publisher updates, then ends.
  ///
  ///     positions.prefix(until: touches.ended)
  ///
  ///     source:  1 --- 2 --- 3 --- 4 --|
  ///     other:   --------------- x
  ///     result:  1 --- 2 --- 3 --|
  ///
  /// Ends with the first update of the other, or when this publisher ends. When the other ends without an update, this
  /// goes on. The other is subscribed to first: with a value there it has ended at once. Combine users know it as
  /// `prefix(untilOutputFrom:)`, Rx users as `takeUntil`, ReactiveSwift users as `take(until:)`.
  // Disfavored, for the sake of chains: a trailing closure is a condition, and the compiler need not try it here.
  @_disfavoredOverload
  @inlinable
  public func prefix(until other: some Publisher) -> Broadcaster<Update> {
    Broadcaster(
      MultiInputOperator<PublisherEvent<Update>, Update>(
        from: { [upstream = Broadcaster(self), other = Broadcaster(other)] inputs in
          inputs.connect(other) { _ in .ended }
          inputs.connect(eventsOf: upstream)
        }
      ) { event, output in
        switch event {
        case .update(let update): output(update)
        case .ended: output.end()
        }
      })
  }
}
