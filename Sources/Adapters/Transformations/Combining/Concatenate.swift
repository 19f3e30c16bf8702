public import TidingsCore

extension Publisher {
  /// Delivers some updates first, and then those of this publisher.
  ///
  ///     searchText.updates.prepend("")
  ///
  ///     source:      ----- 1 --- 2 --|
  ///     prepend(0):  0 --- 1 --- 2 --|
  ///
  /// Ends when this publisher ends, which is subscribed to after these updates. In Rx it is `startWith`, and in ReactiveSwift
  /// `prefix(value:)`.
  ///
  /// - Parameter updates: Delivered to each subscriber before `subscribe` returns.
  @inlinable
  public func prepend(_ updates: Update...) -> Broadcaster<Update> {
    Broadcaster(
      MultiInputOperator(from: { [upstream = Broadcaster(self)] inputs in
        for update in updates { inputs.put(update) }
        inputs.connect(upstream)
        inputs.endWithAll()
      }) { update, output in output(update) })
  }

  /// Delivers the updates of another publisher until it has ended, and then those of this one.
  ///
  /// See ``append(_:)-(Publisher<Self.Update>)``.
  // Disfavored, so that a literal is an update, and the compiler tries one overload only.
  @_disfavoredOverload
  @inlinable
  public func prepend(_ publisher: some Publisher<Update>) -> Broadcaster<Update> {
    [Broadcaster(publisher), Broadcaster(self)].concatenated()
  }

  /// Delivers the updates of this publisher, and then some more.
  ///
  ///     source:     1 --- 2 ---|
  ///     append(9):  1 --- 2 -- 9|
  ///
  /// Ends after the appended updates. In Rx it is `endWith`.
  ///
  /// - Parameter updates: Delivered to each subscriber when this publisher has ended.
  @inlinable
  public func append(_ updates: Update...) -> Broadcaster<Update> {
    throughEvents(remembering: ()) { _, event, output in
      switch event {
      case .update(let update):
        output(update)
      case .ended:
        output(contentsOf: updates)
        output.end()
      }
    }
  }

  /// Delivers the updates of this publisher until it has ended, and then those of another.
  ///
  ///     cached.append(loaded)
  ///
  ///     source:  1 --- 2 --|
  ///     other:             8 --- 9 --|
  ///     result:  1 --- 2 - 8 --- 9 --|
  ///
  /// Ends when both have ended. The other is subscribed to when this one has ended, so earlier events of it are not delivered.
  /// In Rx it is `concat`.
  @_disfavoredOverload
  @inlinable
  public func append(_ publisher: some Publisher<Update>) -> Broadcaster<Update> {
    [Broadcaster(self), Broadcaster(publisher)].concatenated()
  }
}

extension Sequence where Element: Publisher {
  /// Delivers the updates of one publisher after the other. The next is subscribed to when the previous one has ended.
  ///
  ///     pages.map { client.lines(of: $0) }.concatenated()
  ///
  /// Ends with the last one. An empty collection ends immediately. In Rx it is `concat`.
  @inlinable
  public func concatenated() -> Broadcaster<Element.Update> {
    Broadcaster(
      MultiInputOperator<PublisherEvent<Element.Update>, Element.Update>(
        // Handles the start like the end of a publisher before the first.
        from: { inputs in inputs.put(.ended) },
        remembering: 0
      ) { [publishers = map { Broadcaster($0) }] next, event, output, inputs in
        switch event {
        case .update(let update):
          output(update)
        case .ended:
          guard next < publishers.count else { return output.end() }
          let publisher = publishers[next]
          next += 1
          if next == 1 {
            inputs.connect(eventsOf: publisher)
          } else {
            inputs.connectNext(publisher, ended: .ended) { .update($0) }
          }
        }
      })
  }
}
