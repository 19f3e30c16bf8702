public import TidingsCore

extension Publisher {
  /// Delivers only the end.
  ///
  ///     source:  1 --- 2 --- 3 --|
  ///     result:  ----------------|
  ///
  /// Combine users know it as `ignoreOutput`.
  @inlinable
  public func ignoreUpdates() -> Broadcaster<Never> {
    through { _, _ in }
  }
}
