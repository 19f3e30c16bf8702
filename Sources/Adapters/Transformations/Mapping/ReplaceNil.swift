public import TidingsCore

extension Publisher {
  /// Replaces nil by a value.
  ///
  ///     source:          1 --- nil --- 3 --|
  ///     replaceNil(0):   1 ---  0  --- 3 --|
  ///
  /// Ends when this publisher ends.
  @_disfavoredOverload
  @inlinable
  public func replaceNil<Wrapped: Sendable>(with value: Wrapped) -> Broadcaster<Wrapped>
  where Update == Wrapped? {
    map { $0 ?? value }
  }
}

extension ValuePublisher {
  /// As ``Publisher/replaceNil(with:)``; the result is a value.
  @_disfavoredOverload
  @inlinable
  public func replaceNil<Wrapped: Sendable>(with value: Wrapped) -> PublishedValue<Wrapped>
  where Update == Wrapped? {
    map { $0 ?? value }
  }

  /// As ``Publisher/replaceNil(with:)``; the result is a value.
  @inlinable
  public func replaceNil<Wrapped: Sendable & Equatable>(with value: Wrapped) -> PublishedValue<Wrapped>
  where Update == Wrapped? {
    map { $0 ?? value }
  }
}
