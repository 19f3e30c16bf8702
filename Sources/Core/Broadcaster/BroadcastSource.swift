/// The source of a broadcaster: sends events to all who are subscribed at the time.
///
/// Keep the source to yourself and give away its ``broadcaster``:
///
///     private let tapSource = BroadcastSource<Void>()
///     var taps: Broadcaster<Void> { tapSource.broadcaster }
///
/// Sending is allowed from any thread and from inside a delivery. All subscribers see the same updates in the same
/// order. When the source goes away its subscribers are told of the end.
public final class BroadcastSource<Update: Sendable>: DeliveringPublisher {
  @usableFromInline let hub: Hub<Update>
  @usableFromInline let run: RunID
  private let life = SourceLife()

  /// A source that keeps nothing for those who subscribe later.
  public convenience init() {
    self.init(replaying: 0)
  }

  /// A source that first gives each new subscriber the latest updates, oldest first.
  ///
  /// With a count of one every `send` counts, equal to the one before or not, unlike with a ``PublishedProperty``.
  ///
  /// - Parameter count: How many updates to keep; zero or more.
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

  /// Sends an update. It is dropped when the source has finished.
  ///
  /// The subscribers' closures run before this returns, on this thread, unless another delivery of this source is
  /// under way: then that one takes the update along.
  @inlinable
  public func send(_ update: Update) {
    hub.publish(update, in: run)
  }

  /// Ends the broadcaster after what was sent before. Further updates are dropped, new subscriptions end at once.
  public func finish() {
    life.finish()
    hub.finish(in: run)
  }

  /// The broadcaster of this source; it does not keep the source alive.
  public var broadcaster: Broadcaster<Update> {
    life.broadcaster(of: hub)
  }

  package var deliveries: Broadcaster<Update> { broadcaster }

  /// Whether anybody is subscribed.
  public var hasSubscribers: Bool {
    hub.hasSubscribers
  }

  /// Invalidates all subscriptions, as their tokens would: nobody is told of an end.
  public func removeAllSubscribers() {
    hub.invalidateAll()
  }

  @inlinable
  public func attach(
    _ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)?
  ) -> Subscription {
    hub.join(receive, ended: ended)
  }
}

extension BroadcastSource where Update == Void {
  /// Sends the fact that it happened.
  @inlinable
  public func send() {
    send(())
  }
}
