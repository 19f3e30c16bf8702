/// A publisher of events, without a guarantee of when they are sent.
///
/// Subscribing has no side effect that a subscriber could notice. Create a broadcaster from a ``BroadcastSource``, or with a
/// closure that starts and stops any source of events.
public struct Broadcaster<Update: Sendable>: DeliveringPublisher {
  @usableFromInline let attachment: Attach<Update>

  @usableFromInline package init(attaching attachment: @escaping Attach<Update>) { self.attachment = attachment }

  @usableFromInline package init(_ hub: Hub<Update>) {
    self.init(attaching: { receive, ended in hub.join(receive, ended: ended) })
  }

  /// Creates a broadcaster that is started by its first subscriber and stopped after its last.
  ///
  ///     let orientation = Broadcaster<Orientation> { source in
  ///       let observer = device.addObserver { source.send($0) }
  ///       return Subscription { device.removeObserver(observer) }
  ///     }
  ///
  /// The guarantees of a broadcaster hold for any closure. It may send or finish immediately, from any thread. Updates from a
  /// stopped run are dropped. When the source is released, the broadcaster ends.
  ///
  /// - Parameter start: Called when the first subscriber has joined. The returned token is invalidated when the last subscriber
  ///   has unsubscribed, or when the source finishes.
  public init(_ start: @escaping @Sendable (_ source: BroadcastSource<Update>) -> Subscription) {
    self.init(
      Hub(remembering: 0) { hub, run in
        start(BroadcastSource(hub: hub, run: run))
      })
  }

  /// Creates a broadcaster from any publisher. It does not keep a source alive.
  public init(_ publisher: some Publisher<Update>) {
    if let deliveries = (publisher as? any DeliveringPublisher)?.deliveries(of: Update.self) {
      self = deliveries
    } else {
      self.init(attaching: { receive, ended in publisher.attach(receive, ended: ended) })
    }
  }

  package var deliveries: Broadcaster<Update> { self }

  /// A broadcaster that sends no updates and never ends.
  public static var never: Self { Self(attaching: { receive, _ in Subscription { withExtendedLifetime(receive) {} } }) }

  /// A broadcaster that sends no updates and has already ended.
  public static var empty: Self { just() }

  /// Returns a broadcaster that sends the updates to each new subscriber immediately, and then ends.
  public static func just(_ updates: Update...) -> Self { updates.broadcaster() }

  /// Returns a broadcaster that makes a publisher for each subscriber when it subscribes.
  public static func deferred(_ make: @escaping @Sendable () -> some Publisher<Update>) -> Self {
    Self(attaching: { receive, ended in Nesting.outside(make).attach(receive, ended: ended) })
  }

  @inlinable public func attach(
    _ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)?
  ) -> Subscription {
    attachment(receive, ended)
  }
}

/// A publisher whose broadcaster operators keep instead of the publisher, so that they do not keep a source alive.
package protocol DeliveringPublisher<Update>: Publisher {
  var deliveries: Broadcaster<Update> { get }
}

extension DeliveringPublisher {
  // A cast to `any DeliveringPublisher<Update>` takes several times as long as the two casts.
  fileprivate func deliveries<Known>(of type: Known.Type) -> Broadcaster<Known>? { deliveries as? Broadcaster<Known> }
}

extension Publisher {
  /// Returns ``Broadcaster/just(_:)`` where any publisher is accepted, as in `flatMap { .just($0) }`.
  public static func just<Element: Sendable>(_ updates: Element...) -> Self where Self == Broadcaster<Element> {
    updates.broadcaster()
  }
}

extension Sequence where Self: Sendable, Element: Sendable {
  /// Returns a broadcaster that sends the elements of this sequence to each new subscriber.
  ///
  ///     numbers.append([1, 2, 3].broadcaster())
  ///     (1...10).broadcaster().zip(lines)
  ///
  ///     result:  123|
  ///
  /// Each subscription has its own iterator. The elements are requested on the subscribing thread, before `subscribe` returns,
  /// until the sequence or the subscription ends. A subscriber to an infinite sequence must therefore end its subscription from
  /// inside, as ``Publisher/prefix(_:)`` does. Operators that subscribe to it after an update, such as `flatMap`, `append` and
  /// `race`, receive all elements before they deliver the first one. If the delivery needs a hop to an actor or a queue, all
  /// elements are queued there. The broadcaster ends after the last element. Combine calls this operator `publisher`, and Rx
  /// calls it `from`. For a few known updates, use ``Broadcaster/just(_:)``.
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

extension Hub {
  /// Returns a broadcaster whose subscribers share one hub while its run is in progress.
  ///
  /// The hub's value is unknown before the start. No thread waits for the start of another: a subscriber then gets its own hub.
  @usableFromInline package static func sharing(_ makeHub: @escaping @Sendable () -> Hub) -> Broadcaster<Update> {
    let hub = makeHub()
    return Broadcaster(attaching: { receive, ended in
      hub.joinAfterStart(requiresRun: true, receive, ended: ended) ?? makeHub().join(receive, ended: ended)
    })
  }
}
