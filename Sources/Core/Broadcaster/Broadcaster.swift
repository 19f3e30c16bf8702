/// Events, with no promise on when they come.
///
/// Subscribing has no side effect that a subscriber could notice. Make one from a ``BroadcastSource``, or
/// with a closure from anything that can be started and stopped.
public struct Broadcaster<Update: Sendable>: DeliveringPublisher {
  @usableFromInline let attachment: Attach<Update>

  @usableFromInline
  package init(attaching attachment: @escaping Attach<Update>) {
    self.attachment = attachment
  }

  @usableFromInline
  package init(_ hub: Hub<Update>) {
    self.init(attaching: { receive, ended in hub.join(receive, ended: ended) })
  }

  /// A broadcaster that is started by its first subscriber and stopped by its last.
  ///
  ///     let orientation = Broadcaster<Orientation> { source in
  ///       let observer = device.addObserver { source.send($0) }
  ///       return Subscription { device.removeObserver(observer) }
  ///     }
  ///
  /// Every promise of the family holds, whatever the closure does: it may send or finish at once, from any thread,
  /// and what a stopped run still sends is dropped. When the closure lets go of the source, the broadcaster ends.
  ///
  /// - Parameter start: Called when the first subscriber has joined; the token it returns is invalidated when the
  ///   last has left, or when the source finishes.
  public init(_ start: @escaping @Sendable (_ source: BroadcastSource<Update>) -> Subscription) {
    self.init(
      Hub(remembering: 0) { hub, run in
        Nesting.callStartClosure { start(BroadcastSource(hub: hub, run: run)) }
      })
  }

  /// Any publisher as a broadcaster. It does not keep a source alive.
  public init(_ publisher: some Publisher<Update>) {
    if let deliveries = (publisher as? any DeliveringPublisher)?.deliveries(of: Update.self) {
      self = deliveries
    } else {
      self.init(attaching: { receive, ended in publisher.attach(receive, ended: ended) })
    }
  }

  package var deliveries: Broadcaster<Update> { self }

  /// Sends nothing and never ends.
  public static var never: Self {
    Self(attaching: { receive, _ in Subscription { withExtendedLifetime(receive) {} } })
  }

  /// Sends nothing and has ended.
  public static var empty: Self {
    just()
  }

  /// Sends each subscriber the updates at once, then ends.
  public static func just(_ updates: Update...) -> Self {
    just(all: updates)
  }

  fileprivate static func just(all updates: [Update]) -> Self {
    updates.broadcaster()
  }

  /// Makes a publisher for each subscriber, when it subscribes.
  public static func deferred(_ make: @escaping @Sendable () -> some Publisher<Update>) -> Self {
    Self(attaching: { receive, ended in make().attach(receive, ended: ended) })
  }

  @inlinable
  public func attach(
    _ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)?
  ) -> Subscription {
    attachment(receive, ended)
  }
}

/// A publisher whose updates come from a broadcaster.
///
/// An operator keeps the broadcaster instead of the publisher, and so it does not keep a source alive.
package protocol DeliveringPublisher<Update>: Publisher {
  var deliveries: Broadcaster<Update> { get }
}

extension DeliveringPublisher {
  // A cast to `any DeliveringPublisher<Update>` takes several times as long as the two casts.
  fileprivate func deliveries<Known>(of type: Known.Type) -> Broadcaster<Known>? {
    deliveries as? Broadcaster<Known>
  }
}

extension Publisher {
  /// As ``Broadcaster/just(_:)``, where any publisher may stand, as in `flatMap { .just($0) }`.
  public static func just<Element: Sendable>(_ updates: Element...) -> Self where Self == Broadcaster<Element> {
    just(all: updates)
  }
}

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
