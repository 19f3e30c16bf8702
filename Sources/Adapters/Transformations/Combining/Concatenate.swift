public import TidingsCore

extension Publisher {
  /// Passes on some updates first, then those of this publisher.
  ///
  ///     searchText.updates.prepend("")
  ///
  ///     source:      ----- 1 --- 2 --|
  ///     prepend(0):  0 --- 1 --- 2 --|
  ///
  /// Ends when this publisher ends. It is subscribed when those before have been delivered. Rx users know it as
  /// `startWith`, ReactiveSwift users as `prefix(value:)`.
  ///
  /// - Parameter updates: What each subscriber gets before `subscribe` returns.
  @inlinable
  public func prepend(_ updates: Update...) -> Broadcaster<Update> {
    Broadcaster(
      MultiInputOperator(from: { [upstream = Broadcaster(self)] inputs in
        for update in updates { inputs.put(update) }
        inputs.connect(upstream)
        inputs.endWithAll()
      }) { update, output in output(update) })
  }

  /// Passes on the updates of another publisher until that has ended, then those of this one; see
  /// ``append(_:)-(Publisher<Self.Update>)``.
  // Disfavored, for the sake of chains: a literal is an update, and the compiler need not weigh the two forms.
  @_disfavoredOverload
  @inlinable
  public func prepend(_ publisher: some Publisher<Update>) -> Broadcaster<Update> {
    [Broadcaster(publisher), Broadcaster(self)].concatenated()
  }

  /// Passes on the updates of this publisher, then some more.
  ///
  ///     source:      1 --- 2 --|
  ///     append(9):   1 --- 2 -- 9|
  ///
  /// Ends when this publisher ends, right after what is appended. Rx users know it as `endWith`.
  ///
  /// - Parameter updates: What each subscriber gets when this publisher has ended.
  @inlinable
  public func append(_ updates: Update...) -> Broadcaster<Update> {
    Broadcaster(
      MultiInputOperator<PublisherEvent<Update>, Update>(
        from: { [upstream = Broadcaster(self)] in $0.connect(eventsOf: upstream) }
      ) { event, output in
        switch event {
        case .update(let update):
          output(update)
        case .ended:
          output(contentsOf: updates)
          output.end()
        }
      })
  }

  /// Passes on the updates of this publisher until it has ended, then those of another.
  ///
  ///     cached.append(loaded)
  ///
  ///     source:  1 --- 2 --|
  ///     other:             8 --- 9 --|
  ///     result:  1 --- 2 - 8 --- 9 --|
  ///
  /// Ends when both have ended. The other is subscribed when this one has ended, and not before: of events, what it
  /// sends earlier is not seen. Rx users know it as `concat`.
  @_disfavoredOverload
  @inlinable
  public func append(_ publisher: some Publisher<Update>) -> Broadcaster<Update> {
    [Broadcaster(self), Broadcaster(publisher)].concatenated()
  }
}

extension Sequence where Element: Publisher {
  /// Passes on the updates of one publisher after the other: the next is subscribed when the one before has ended.
  ///
  ///     pages.map { client.lines(of: $0) }.concatenated()
  ///
  /// Ends with the last of them; of none it ends at once. Rx users know it as `concat`.
  @inlinable
  public func concatenated() -> Broadcaster<Element.Update> {
    Broadcaster(
      MultiInputOperator<PublisherEvent<Element.Update>, Element.Update>(
        // As though one before the first had ended.
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
