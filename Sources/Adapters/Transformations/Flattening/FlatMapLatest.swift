public import TidingsCore

extension Publisher {
  /// Subscribes to a publisher for each update, and cancels the previous one.
  ///
  ///     searchText.flatMapLatest { text in server.results(for: text) }
  ///
  ///     source:  a -------- b -----------------|
  ///     of a:    a1 -- a2 --
  ///     of b:    ---------- b1 ------ b2 ------------ b3|
  ///     result:  a1 -- a2 - b1 ------ b2 ------------ b3|
  ///
  /// The previous publisher is cancelled before the next one is subscribed to. A task without other subscribers is cancelled.
  /// Ends when this publisher and the last inner publisher have ended. If all are values, the result is a value. In Rx it is
  /// `switchMap`, and in ReactiveSwift `flatMap(.latest)`.
  // Disfavored for the reason that is given at `map`.
  @_disfavoredOverload @_alwaysEmitIntoClient public func flatMapLatest<Inner: Publisher>(
    _ transform: @escaping @Sendable (Update) -> Inner
  ) -> Broadcaster<Inner.Update> {
    Broadcaster(remembering: false) { [upstream = Broadcaster(self)] inputs, output in
      inputs.connect(upstream) { _, update in
        // Cancelled before `transform` runs, rather than by `follow` after it.
        inputs.unfollow()
        inputs.follow(transform(update)) { _, update in
          output(update)
        } ended: { hasEnded in
          if hasEnded { output.end() }
        }
      } ended: { hasEnded in
        hasEnded = true
        if !inputs.isFollowing { output.end() }
      }
    }
  }
}

extension Publisher where Update: Publisher {
  /// Follows only the latest delivered publisher. See ``Publisher/flatMapLatest(_:)``.
  ///
  /// The result is a broadcaster. For a value of values, `flatMapLatest { $0 }` is a value.
  @_alwaysEmitIntoClient public func switchToLatest() -> Broadcaster<Update.Update> { flatMapLatest { $0 } }
}

extension ValuePublisher {
  /// Follows a value for the current value only. The result is a value. See ``Publisher/flatMapLatest(_:)``.
  ///
  /// Reading it without a subscription calls `transform`.
  @_disfavoredOverload @_alwaysEmitIntoClient public func flatMapLatest<Inner: ValuePublisher>(
    _ transform: @escaping @Sendable (Update) -> Inner
  ) -> PublishedValue<Inner.Update> {
    publishedValue.flatMapLatest({ transform($0).publishedValue }, keeping: .dynamic())
  }

  /// Follows a value for the current value only. The result is a value. See ``Publisher/flatMapLatest(_:)``.
  @_alwaysEmitIntoClient public func flatMapLatest<Inner: ValuePublisher>(
    _ transform: @escaping @Sendable (Update) -> Inner
  ) -> PublishedValue<Inner.Update> where Inner.Update: Equatable {
    publishedValue.flatMapLatest({ transform($0).publishedValue }, keeping: .equatable())
  }
}

extension PublishedValue {
  @_alwaysEmitIntoClient func flatMapLatest<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> PublishedValue<Output>, keeping changeDetection: ChangeDetection<Output>
  ) -> PublishedValue<Output> {
    let latest = Broadcaster(
      // The output of the newest publisher that has delivered one.
      knowing: (output: Output?.none, number: 0),
      from: { inputs in
        let switching: Broadcaster<Never> = through(
          remembering: (number: 0, upstream: Upstreams.Key?.none)
        ) { latest, value, _ in
          if let former = latest.upstream.take() { inputs.upstreams.disconnect(former) }
          let inner = transform(value)
          latest.number += 1
          latest.upstream = inputs.connect(inner) { [number = latest.number] known, output -> Output?? in
            guard number >= known.number else { return nil }
            known.number = number
            return .some(exchange(&known.output, with: output))
          }
        }
        inputs.upstreams.connect(switching) { _ in }
      })
    let changes = latest.compactMap { $0.output }.withoutDuplicates(by: changeDetection.isSame)
    return PublishedValue<Output>(changes) { [read] in transform(read()).read() }
  }
}
