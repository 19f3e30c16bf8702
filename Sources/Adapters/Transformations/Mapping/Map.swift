public import TidingsCore

extension Publisher {
  /// Transforms each update.
  ///
  ///     temperatures.map { "\($0) °C" }
  ///     names.map(\.count)
  ///
  ///     source:   1 ---- 2 ---- 3 --|
  ///     doubled:  2 ---- 4 ---- 6 --|
  ///
  /// Ends when this publisher ends. Through `some`, `any` or a generic `Publisher` the result is a broadcaster, also
  /// where a ``ValuePublisher`` would give a value.
  ///
  /// - Parameter transform: Called for each update and each subscriber, where it is published; once for all subscribers
  ///   where ``share()`` stands behind.
  // Of the forms of a value all but the one for equatable results are disfavored: if the compiler had to weigh them
  // against each other, a chain of maps would take it a time exponential in its length. A form that takes a key path
  // has the same cost for every chain; a literal key path needs none, it is converted to a closure.
  @_disfavoredOverload
  @inlinable
  public func map<Output: Sendable>(
    _ transform: @escaping @Sendable (Update) -> Output
  ) -> Broadcaster<Output> {
    through { update, emit in emit(transform(update)) }
  }
}

extension ValuePublisher {
  /// As ``Publisher/map(_:)``; the result is a value, and updates only when what it is transformed to
  /// changes.
  @_disfavoredOverload
  @inlinable
  public func map<Output: Sendable>(
    _ transform: @escaping @Sendable (Update) -> Output
  ) -> PublishedValue<Output> {
    publishedValue.map(transform, keeping: .dynamic())
  }

  /// As ``Publisher/map(_:)``; the result is a value, and updates only when what it is transformed to
  /// changes.
  @inlinable
  public func map<Output: Sendable & Equatable>(
    _ transform: @escaping @Sendable (Update) -> Output
  ) -> PublishedValue<Output> {
    publishedValue.map(transform, keeping: .equatable())
  }
}

extension PublishedValue {
  @inlinable
  func map<Output: Sendable>(
    _ transform: @escaping @Sendable (Value) -> Output, keeping changeDetection: ChangeDetection<Output>
  ) -> PublishedValue<Output> {
    let changes: Broadcaster<Output> = through(remembering: Output?.none) { previous, value, emit in
      let output = transform(value)
      if let previous, changeDetection.isSame(previous, output) { return }
      previous = output
      emit(output)
    }
    return PublishedValue<Output>(changes) { [read] versions in transform(read(&versions)) }
  }
}

extension PublishedTask {
  /// Transforms the value that the task succeeds with; progress and failure stay as they are.
  ///
  /// - Parameter transform: Called once for each subscriber, where the task completes.
  @inlinable
  public func map<Output: Sendable>(
    _ transform: @escaping @Sendable (Success) -> Output
  ) -> PublishedTask<Progress, Output, Failure> {
    delivered(
      by: through { update, emit in
        switch update {
        case .inProgress(let progress): emit(.inProgress(progress))
        case .completed(let result): emit(.completed(result.map(transform)))
        }
      })
  }
}
