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
  private let resolution = Resolution()

  /// Creates an unresolved publisher.
  public init() {}

  deinit {
    resolution.settle(as: .abandoned)
  }

  /// Sets the source of the updates. Only the first call has an effect.
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

  package var deliveries: Broadcaster<Update> { Broadcaster(attaching: resolution.attach) }

  private final class Resolution: Sendable {
    enum State: Sendable {
      case waiting
      case resolved(Broadcaster<Update>)
      case abandoned
    }

    private struct Content: Sendable {
      var state = State.waiting
      /// The pending subscribers by number, in the order of subscription. Any of them may unsubscribe.
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
      // Each subscriber has its own hub, so that all guarantees hold while the source is still unknown.
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

/// A published value with an asynchronous setter, such as a setting of a device or a field on a server.
///
/// Setting requests a change. When it has happened, the value changes and its subscribers are notified.
///
///     let volume = AsyncValue(player.volume) { player.requestVolume($0) }
///     volume.set(0.5)
public struct AsyncValue<Value: Sendable>: ValuePublisher {
  /// The current value, without requested changes that have not happened yet.
  public let publishedValue: PublishedValue<Value>
  private let setter: @Sendable (Value) -> Void

  /// Creates a value from a published value and a setter.
  ///
  /// - Parameters:
  ///   - publishedValue: Publishes the changes that have happened.
  ///   - set: Requests a change. Called on the thread that calls ``set(_:)``.
  public init(_ publishedValue: PublishedValue<Value>, set: @escaping @Sendable (Value) -> Void) {
    self.publishedValue = publishedValue
    setter = set
  }

  /// Requests a change. ``value`` changes when the change has happened.
  public func set(_ newValue: Value) {
    setter(newValue)
  }
}

extension AsyncValue: CustomStringConvertible, CustomReflectable {
  /// The type: `AsyncValue<Double>`.
  public var description: String { "AsyncValue<\(Value.self)>" }

  public var customMirror: Mirror { Mirror(self, children: [:]) }
}
