import Synchronization
public import TidingsCore

/// A publisher that can be subscribed to before the source of its updates is known.
///
///     let connection = DeferredPublisher<Message>()
///     connection.subscribe { show($0) }.store(in: subscriptions)
///     …
///     connection.resolve(with: socket.messages)
///
/// When the publisher is resolved, earlier subscribers are attached to the source in their order. Each receives what it
/// would by subscribing at that moment: the current value of a value, or the start of a task. If the publisher is
/// released unresolved, its subscriptions end.
public final class DeferredPublisher<Update: Sendable>: DeliveringPublisher {
  private let resolution: TaskSource<Never, Broadcaster<Update>, Never>
  private let isResolved = Atomic(false)

  package let deliveries: Broadcaster<Update>

  /// Creates an unresolved publisher.
  @_alwaysEmitIntoClient public convenience init() {
    let resolution = TaskSource<Never, Broadcaster<Update>, Never>()
    let sources: Broadcaster<Broadcaster<Update>> = resolution.publishedTask.results().map { $0.get() }
    self.init(resolution: resolution, deliveries: sources.switchToLatest())
  }

  @usableFromInline init(resolution: TaskSource<Never, Broadcaster<Update>, Never>, deliveries: Broadcaster<Update>) {
    self.resolution = resolution
    self.deliveries = deliveries
  }

  /// Sets the source of the updates. Only the first call has an effect, and returns true.
  @discardableResult public func resolve(with publisher: some Publisher<Update>) -> Bool {
    guard !isResolved.exchange(true, ordering: .relaxed) else { return false }
    resolution.succeed(Broadcaster(publisher))
    return true
  }

  public func attach(_ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)?) -> Subscription {
    deliveries.attach(receive, ended: ended)
  }
}
