public import TidingsCore

extension Publisher {
  /// Delivers some updates first, and then those of this publisher.
  ///
  ///     searchText.updates.prepend("")
  ///
  ///     source:      ----- 1 --- 2 --|
  ///     prepend(0):  0 --- 1 --- 2 --|
  ///
  /// The updates are delivered before `subscribe` returns, and this publisher is subscribed to after them. Ends when this
  /// publisher ends. In Rx it is `startWith`, and in ReactiveSwift `prefix(value:)`.
  @_alwaysEmitIntoClient public func prepend(_ updates: Update...) -> Broadcaster<Update> {
    Broadcaster(remembering: ()) { [upstream = Broadcaster(self)] inputs, output in
      for update in updates { inputs.put { _ in output(update) } }
      inputs.connect(upstream, to: output)
      inputs.endWithAll()
    }
  }

  /// Delivers another publisher until it has ended, and then this one. See ``append(_:)-(Publisher<Self.Update>)``.
  // Disfavored, so that a literal is an update, and the compiler tries one overload only.
  @_disfavoredOverload
  @_alwaysEmitIntoClient public func prepend(_ publisher: some Publisher<Update>) -> Broadcaster<Update> {
    [Broadcaster(publisher), Broadcaster(self)].concatenated()
  }

  /// Delivers the updates of this publisher, and then some more.
  ///
  ///     source:     1 --- 2 ---|
  ///     append(9):  1 --- 2 -- 9|
  ///
  /// Ends after the appended updates. In Rx it is `endWith`.
  @_alwaysEmitIntoClient public func append(_ updates: Update...) -> Broadcaster<Update> {
    through(remembering: ()) { _, update, output in
      output(update)
    } ended: { _, output in
      output(contentsOf: updates)
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
  @_alwaysEmitIntoClient public func append(_ publisher: some Publisher<Update>) -> Broadcaster<Update> {
    [Broadcaster(self), Broadcaster(publisher)].concatenated()
  }
}

extension Sequence where Element: Publisher {
  /// Delivers the updates of one publisher after the other. The next is subscribed to when the previous one has ended.
  ///
  ///     pages.map { client.lines(of: $0) }.concatenated()
  ///
  /// Ends with the last one. An empty collection ends immediately. In Rx it is `concat`.
  @_alwaysEmitIntoClient public func concatenated() -> Broadcaster<Element.Update> {
    let publishers = map { Broadcaster($0) }
    guard !publishers.isEmpty else { return .empty }
    return Broadcaster(remembering: ()) { inputs, output in
      @Sendable func connect(_ index: Int) {
        inputs.connect(publishers[index], to: output) { _ in
          if index + 1 == publishers.count { return output.end() }
          inputs.afterEnd { _ in connect(index + 1) }
        }
      }
      connect(0)
    }
  }
}
