public import TidingsCore

/// A publisher that can be subscribed to before it is known what it publishes.
///
///     let connection = DeferredPublisher<Message>()
///     connection.subscribe { show($0) }.store(in: subscriptions)
///     …
///     connection.resolve(with: socket.messages)
///
/// Those who subscribed before are then attached in their order, and each gets what it would by subscribing at that
/// moment: the current value of a value, the start of a task. If the publisher goes away unresolved, they are told of
/// the end.
public final class DeferredPublisher<Update: Sendable>: DeliveringPublisher {
  private let resolution = Resolution()

  /// A publisher to be resolved later.
  public init() {}

  deinit {
    resolution.settle(as: .abandoned)
  }

  /// Makes known what is published. Only the first call counts.
  ///
  /// - Returns: Whether this call was the first.
  @discardableResult
  public func resolve(with publisher: some Publisher<Update>) -> Bool {
    resolution.settle(as: .resolved(Broadcaster(publisher)))
  }

  public func attach(
    _ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)?
  ) -> Subscription {
    resolution.attach(receive, ended: ended)
  }

  package var deliveries: Broadcaster<Update> {
    Broadcaster(attaching: { [resolution] receive, ended in resolution.attach(receive, ended: ended) })
  }

  private final class Resolution: Sendable {
    enum State: Sendable {
      case waiting
      case resolved(Broadcaster<Update>)
      case abandoned
    }

    private struct Content: Sendable {
      var state = State.waiting
      /// The subscribers by number, in the order in which they came. Any of many may leave.
      var queue: [Int: Waiting] = [:]
      var lastNumber = 0
    }

    private let content = Locked(Content())

    func attach(
      _ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)?
    ) -> Subscription {
      if case .resolved(let publisher) = content.withLock({ $0.state }) {
        return publisher.attach(receive, ended: ended)
      }
      // A hub for one: its subscriber has every promise while the publisher is still unknown.
      let hub = Hub<Update>(remembering: 0) { [self] hub, run in wait(Waiting(hub: hub, run: run)) }
      return hub.join(receive, ended: ended)
    }

    private func wait(_ waiting: Waiting) -> Subscription {
      let (current, number) = content.withLock { content in
        content.lastNumber += 1
        if case .waiting = content.state { content.queue[content.lastNumber] = waiting }
        return (content.state, content.lastNumber)
      }
      waiting.connect(to: current)
      return Subscription { [self] in
        waiting.upstreams.token.invalidate()
        forget(number)
      }
    }

    private func forget(_ number: Int) {
      let forgotten = content.withLock { $0.queue.removeValue(forKey: number) }
      withExtendedLifetime(forgotten) {}
    }

    @discardableResult
    func settle(as settled: State) -> Bool {
      let queue: [Int: Waiting]? = content.withLock { content in
        guard case .waiting = content.state else { return nil }
        content.state = settled
        defer { content.queue = [:] }
        return content.queue
      }
      guard let queue else { return false }
      for (_, waiting) in queue.sorted(by: { $0.key < $1.key }) { waiting.connect(to: settled) }
      return true
    }
  }

  private struct Waiting: Sendable {
    let hub: Hub<Update>
    let run: RunID
    let upstreams = Upstreams()

    func connect(to state: Resolution.State) {
      switch state {
      case .waiting:
        break
      case .abandoned:
        hub.finish(in: run)
      case .resolved(let publisher):
        upstreams.connect(publisher, ended: { [hub, run] in hub.finish(in: run) }) { [hub, run] in
          hub.publish($0, in: run)
        }
      }
    }
  }
}
