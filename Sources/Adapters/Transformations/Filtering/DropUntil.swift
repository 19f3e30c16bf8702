public import TidingsCore

extension Publisher {
  /// Drops updates until another publisher updates; from then on, all pass.
  ///
  ///     keyPresses.drop(until: form.appeared)
  ///
  ///     source:  1 --- 2 --- 3 --- 4 --|
  ///     other:   --------- x
  ///     result:  ----------- 3 --- 4 --|
  ///
  /// Ends when this publisher ends, or as soon as the other has ended without an update, since nothing can pass then.
  /// The other is subscribed to first, and given up at its first update; with a value there, nothing is dropped.
  /// Combine users know it as `drop(untilOutputFrom:)`, Rx users as `skipUntil`, ReactiveSwift users as `skip(until:)`.
  ///
  /// - Parameter other: What opens the way; what it publishes does not matter.
  // Disfavored, for the sake of chains: a trailing closure is a condition, and the compiler need not try it here.
  @_disfavoredOverload
  @inlinable
  public func drop(until other: some Publisher) -> Broadcaster<Update> {
    Broadcaster(
      MultiInputOperator<DropUntilInput<Update>, Update>(
        from: { [upstream = Broadcaster(self), other = Broadcaster(other)] inputs in
          inputs.connect(other.prefix(1), ended: .otherEnded) { _ in .otherUpdated }
          inputs.connect(upstream, ended: .ended) { .update($0) }
        }, remembering: false
      ) { isOpen, input, output, _ in
        switch input {
        case .update(let update): if isOpen { output(update) }
        case .otherUpdated: isOpen = true
        case .otherEnded: if !isOpen { output.end() }
        case .ended: output.end()
        }
      })
  }
}

@usableFromInline
enum DropUntilInput<Update: Sendable>: Sendable {
  case update(Update)
  case otherUpdated
  case otherEnded
  case ended
}
