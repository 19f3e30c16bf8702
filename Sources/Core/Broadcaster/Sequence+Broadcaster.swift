extension Sequence where Self: Sendable, Element: Sendable {
  /// The elements of this sequence, for each subscriber when it subscribes.
  ///
  ///     [1, 2, 3].broadcaster().append(changes)
  ///     (1...10).broadcaster().zip(lines)
  ///
  ///     result:  123|
  ///
  /// Each subscription has an iterator of its own, which is asked for elements on the thread that subscribes, before
  /// `subscribe` returns, until there are no more or the subscription is over. So of a sequence without an end, a
  /// subscriber must leave from inside, as ``Publisher/prefix(_:)`` does. On an actor or a queue that is a hop away,
  /// all elements wait for their turn. Ends after the last element. Combine users know it as `publisher`, Rx users as
  /// `from`.
  ///
  /// ``Broadcaster/just(_:)`` is for a few updates that are known by name.
  public func broadcaster() -> Broadcaster<Element> {
    .deferred {
      Broadcaster { source in
        for element in self {
          guard source.hasSubscribers else { break }
          source.send(element)
        }
        source.finish()
        return .ended
      }
    }
  }
}
