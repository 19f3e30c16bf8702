public import TidingsCore

extension Publisher {
  /// Counts the updates, until this publisher ends.
  ///
  ///     let lines = await file.textLines().broadcaster().count().value
  ///
  ///     source:   1 --- 2 --- 3 --|
  ///     count():  --------------- 3|
  ///
  /// The task behaves like ``reduce(_:_:)``. To count step by step, use ``scan(_:_:)``.
  public func count() -> PublishedTask<Never, Int, Never> {
    reduce(into: 0) { count, _ in count += 1 }
  }
}
