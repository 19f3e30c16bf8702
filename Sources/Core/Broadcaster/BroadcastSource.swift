/// The source of a broadcaster, which sends events to the current subscribers.
///
/// Keep the source private and expose its ``broadcaster``:
///
///     private let tapSource = BroadcastSource<Void>()
///     var taps: Broadcaster<Void> { tapSource.broadcaster }
///
/// Updates can be sent from any thread and from inside a delivery. When the source is released, its subscriptions end.
public final class BroadcastSource<Update: Sendable>: DeliveringPublisher {
  @usableFromInline let hub: Hub<Update>
  @usableFromInline let run: RunID
  private let life = SourceLife()

  /// Creates a source that keeps no updates for later subscribers.
  public convenience init() { self.init(replaying: 0) }

  /// Creates a source that delivers its latest updates to each new subscriber, oldest first.
  ///
  /// With a count of one, every `send` is an update, even of an equal value, unlike with a ``PublishedProperty``.
  ///
  /// - Parameter count: The number of updates to keep. It must not be negative.
  public init(replaying count: Int) {
    guard count >= 0 else { fatalError("BroadcastSource(replaying:) takes a count of zero or more, not \(count)") }
    hub = Hub(remembering: count)
    run = .standing
  }

  init(hub: Hub<Update>, run: RunID) {
    self.hub = hub
    self.run = run
  }

  deinit {
    life.goAway()
    hub.finish(in: run)
  }

  /// Sends an update, or drops it if the source has finished.
  ///
  /// Subscribers that need no hop are called on this thread before this call returns. If another delivery of this source is in
  /// progress, that delivery includes the update instead.
  ///
  /// - Complexity: O(*n*), where *n* is the number of subscribers.
  @inlinable public func send(_ update: Update) { hub.publish(update, in: run) }

  /// Ends the broadcaster after the updates that were sent before, and later subscriptions immediately.
  ///
  /// - Complexity: O(*n*), where *n* is the number of subscribers.
  public func finish() {
    life.finish()
    hub.finish(in: run)
  }

  /// The broadcaster of this source. It does not keep the source alive.
  public var broadcaster: Broadcaster<Update> { life.broadcaster(of: hub) }
  package var deliveries: Broadcaster<Update> { broadcaster }

  /// This source if it was made for a start closure, after which nothing else need keep it.
  @usableFromInline package var ofRun: BroadcastSource? { hub.lifecycle == nil ? nil : self }

  /// Whether there are subscribers. In a start closure, only those of this run count.
  public var hasSubscribers: Bool { hub.hasSubscribers(in: run) }

  /// Invalidates the subscriptions that were made directly to this. Their end handlers are not called.
  ///
  /// A subscription on an actor or through an operator such as `share()` still receives pending updates, and remains active.
  public func removeAllSubscribers() { hub.invalidateAll(in: run) }

  @inlinable public func attach(
    _ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)?
  ) -> Subscription {
    hub.join(receive, ended: ended)
  }
}

extension BroadcastSource where Update == Void {
  /// Sends an update without a value. See ``send(_:)``.
  @inlinable public func send() { send(()) }
}
