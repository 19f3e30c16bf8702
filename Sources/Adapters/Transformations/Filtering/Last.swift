public import TidingsCore

extension Publisher {
  /// Delivers only the last update, at the end.
  ///
  ///     source:  1 --- 2 --- 3 --|
  ///     last():  --------------- 3|
  ///
  /// Ends when this publisher ends, after the last update if there was one. In Rx, this is `takeLast(1)`.
  @_alwaysEmitIntoClient public func last() -> Broadcaster<Update> { suffix(1) }

  /// Delivers only the last updates, at the end.
  ///
  ///     source:     1 --- 2 --- 3 --|
  ///     suffix(2):  --------------- 2 3|
  ///
  /// Ends when this publisher ends. The count is zero or more. In Rx it is `takeLast`, in ReactiveSwift `take(last:)`.
  @_alwaysEmitIntoClient public func suffix(_ count: Int) -> Broadcaster<Update> {
    guard count >= 0 else { fatalError("suffix(_:) takes a count of zero or more, not \(count)") }
    return through(remembering: FIFO<Update>()) { newest, update, _ in
      newest.append(update)
      if newest.count > count { _ = newest.popFirst() }
    } ended: { newest, output in
      output(contentsOf: newest.elements)
    }
  }
}
