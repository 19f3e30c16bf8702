public import TidingsCore

extension Publisher {
  /// Transforms each update, and passes on what is not nil.
  ///
  ///     lines.compactMap { Int($0) }
  ///
  ///     source:  "1" --- "x" --- "3" --|
  ///     result:   1  -----------  3  --|
  ///
  /// Ends when this publisher ends. Rx users know it as `mapNotNil` and `filterMap`.
  ///
  /// - Parameter transform: Called for each update and each subscriber, where it is published.
  // Disfavored, for the forms of ``MainActorBroadcaster`` and ``MainActorValue``, whose closures belong to the main actor.
  @_disfavoredOverload
  @inlinable
  public func compactMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Update) -> Output?
  ) -> Broadcaster<Output> {
    through { update, emit in if let output = transform(update) { emit(output) } }
  }
}
