public import TidingsCore

extension Publisher {
  /// Delivers only the last update, at the end.
  ///
  ///     source:  1 --- 2 --- 3 --|
  ///     last():  --------------- 3|
  ///
  /// Ends when this publisher ends, after the last update if there was one. In Rx, this is `takeLast(1)`.
  @_alwaysEmitIntoClient
  public func last() -> Broadcaster<Update> {
    suffix(1)
  }

  /// Delivers only the last updates, at the end.
  ///
  ///     source:     1 --- 2 --- 3 --|
  ///     suffix(2):  --------------- 2 3|
  ///
  /// Ends when this publisher ends, after at most this number of updates. In Rx, this is `takeLast`, and in
  /// ReactiveSwift `take(last:)`.
  ///
  /// - Parameter count: The number of updates to deliver at the end of each subscription, zero or more.
  @_alwaysEmitIntoClient
  public func suffix(_ count: Int) -> Broadcaster<Update> {
    guard count >= 0 else { fatalError("suffix(_:) takes a count of zero or more, not \(count)") }
    return through(remembering: Newest(count)) { newest, update, _ in
      newest.append(update)
    } ended: { newest, output in
      output(contentsOf: newest.inOrder)
    }
  }
}

/// A ring buffer of the latest elements.
@frozen @usableFromInline
package struct Newest<Element: Sendable>: Sendable {
  @usableFromInline let limit: Int
  @usableFromInline var kept: [Element] = []
  /// The index of the oldest element after the limit is reached.
  @usableFromInline var oldest = 0

  @_alwaysEmitIntoClient
  package init(_ limit: Int) {
    self.limit = limit
  }

  @_alwaysEmitIntoClient
  package mutating func append(_ element: Element) {
    guard limit > 0 else { return }
    guard kept.count == limit else { return kept.append(element) }
    kept[oldest] = element
    oldest = (oldest + 1) % limit
  }

  @_alwaysEmitIntoClient
  package var inOrder: [Element] { Array(kept[oldest...] + kept[..<oldest]) }
}
