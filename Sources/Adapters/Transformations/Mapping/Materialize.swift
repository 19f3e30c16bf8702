public import TidingsCore

extension Publisher {
  /// Delivers each update as an event, and the end as the last event.
  ///
  ///     source:  1 ---------- 2 -----------|
  ///     result:  .update(1) - .update(2) - .ended|
  @_alwaysEmitIntoClient public func materialize() -> Broadcaster<PublisherEvent<Update>> {
    map { .update($0) }.append(.ended)
  }

  /// Delivers the updates of events, and ends when it receives `.ended`.
  ///
  ///     source:  .update(1) - .update(2) - .ended
  ///     result:  1 ---------- 2 -----------|
  ///
  /// The opposite of ``materialize()``. Ends when this publisher ends, too.
  @_alwaysEmitIntoClient
  public func dematerialize<Element: Sendable>() -> Broadcaster<Element> where Update == PublisherEvent<Element> {
    through(remembering: ()) { _, event, output in
      switch event {
      case .update(let update): output(update)
      case .ended: output.end()
      }
    } ended: { _, _ in
    }
  }
}
