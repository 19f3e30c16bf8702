public import TidingsCore

extension Publisher {
  /// Delivers only the updates that satisfy a condition.
  ///
  ///     keyPresses.filter { $0.isLetter }
  ///
  ///     source:  1 --- 2 --- 3 --- 4 --|
  ///     even:    ----- 2 --------- 4 --|
  ///
  /// Ends when this publisher ends. For a value, the result is a broadcaster, because the current value may not satisfy it.
  // Disfavored, so that ``MainActorBroadcaster`` and ``MainActorValue`` use their overloads with main-actor closures.
  @_disfavoredOverload
  @_alwaysEmitIntoClient public func filter(_ isIncluded: @escaping @Sendable (Update) -> Bool) -> Broadcaster<Update> {
    let upstream = Broadcaster(self)
    return Broadcaster(attaching: { receive, ended in
      upstream.attach({ if isIncluded($0) { receive($0) } }, ended: ended)
    })
  }

  /// Delivers only the end.
  ///
  ///     source:  1 --- 2 --- 3 --|
  ///     result:  ----------------|
  ///
  /// In Combine, this is `ignoreOutput`.
  @_alwaysEmitIntoClient public func ignoreUpdates() -> Broadcaster<Never> { through { _, _ in } }
}
