public import TidingsCore

extension Publisher {
  /// Replaces nil by a value.
  ///
  ///     source:         1 --- nil --- 3 --|
  ///     replaceNil(0):  1 --- 0 ----- 3 --|
  @_disfavoredOverload
  @_alwaysEmitIntoClient public func replaceNil<Wrapped: Sendable>(with value: Wrapped) -> Broadcaster<Wrapped>
  where Update == Wrapped? {
    map { $0 ?? value }
  }

  /// Delivers a given update if this publisher ends without one.
  ///
  ///     matches.replaceEmpty(with: .nothingFound)
  ///
  ///     source:           -----------|
  ///     replaceEmpty(0):  ---------- 0|
  ///
  /// Ends when this publisher ends. A value always has an update. In Rx, this is `ifEmpty(default:)`.
  @_alwaysEmitIntoClient public func replaceEmpty(with update: Update) -> Broadcaster<Update> {
    through(remembering: true) { isEmpty, update, output in
      isEmpty = false
      output(update)
    } ended: { isEmpty, output in
      if isEmpty { output(update) }
    }
  }
}

extension ValuePublisher {
  /// Returns a value. See ``Publisher/replaceNil(with:)``.
  @_disfavoredOverload
  @_alwaysEmitIntoClient public func replaceNil<Wrapped: Sendable>(with value: Wrapped) -> PublishedValue<Wrapped>
  where Update == Wrapped? {
    map { $0 ?? value }
  }

  /// Returns a value. See ``Publisher/replaceNil(with:)``.
  @_alwaysEmitIntoClient
  public func replaceNil<Wrapped: Sendable & Equatable>(with value: Wrapped) -> PublishedValue<Wrapped>
  where Update == Wrapped? {
    map { $0 ?? value }
  }
}
