public import TidingsCore

extension Publisher {
  /// Delivers only the last update, at the end.
  ///
  ///     source:  1 --- 2 --- 3 --|
  ///     last():  --------------- 3|
  ///
  /// Ends when this publisher ends, with the update that came last if there was one. Rx users know it as `takeLast(1)`.
  @inlinable
  public func last() -> Broadcaster<Update> {
    suffix(1)
  }

  /// Delivers only the last updates, at the end.
  ///
  ///     source:     1 --- 2 --- 3 --|
  ///     suffix(2):  --------------- 2 - 3|
  ///
  /// Ends when this publisher ends, after that many updates, or fewer if there were no more. Rx users know it as
  /// `takeLast`, ReactiveSwift users as `take(last:)`.
  ///
  /// - Parameter count: How many updates to keep for the end, for each subscription; zero or more.
  @inlinable
  public func suffix(_ count: Int) -> Broadcaster<Update> {
    guard count >= 0 else { fatalError("suffix(_:) takes a count of zero or more, not \(count)") }
    return Broadcaster(
      MultiInputOperator<PublisherEvent<Update>, Update>(
        from: { [upstream = Broadcaster(self)] in $0.connect(eventsOf: upstream) },
        remembering: Newest(count)
      ) { newest, event, output, _ in
        switch event {
        case .update(let update):
          newest.append(update)
        case .ended:
          output(contentsOf: newest.inOrder)
          output.end()
        }
      })
  }
}

/// The newest of many, up to a limit.
@frozen @usableFromInline
package struct Newest<Element: Sendable>: Sendable {
  @usableFromInline let limit: Int
  @usableFromInline var kept: [Element] = []
  /// Where the oldest stands, once the limit is reached.
  @usableFromInline var oldest = 0

  @inlinable
  package init(_ limit: Int) {
    self.limit = limit
  }

  @inlinable
  package mutating func append(_ element: Element) {
    guard limit > 0 else { return }
    guard kept.count == limit else { return kept.append(element) }
    kept[oldest] = element
    oldest = (oldest + 1) % limit
  }

  @inlinable
  package var inOrder: [Element] { Array(kept[oldest...] + kept[..<oldest]) }
}
