public import TidingsCore

extension Publisher {
  /// Delivers only the end.
  ///
  ///     source:  1 --- 2 --- 3 --|
  ///     result:  ----------------|
  ///
  /// In Combine, this is `ignoreOutput`.
  @inlinable
  public func ignoreUpdates() -> Broadcaster<Never> {
    through { _, _ in }
  }
}
