/// A publisher that can be subscribed to before it is known what it publishes.
///
///     let connection = LatePublisher<Message>()
///     connection.subscribe { show($0) }.store(in: subscriptions)
///     …
///     connection.resolve(with: socket.messages)
///
/// Those who subscribed before are then attached in their order, and each gets what it would by subscribing at that
/// moment: the current value of a value, the start of a task. If the publisher goes away unresolved, they are told of
/// the end.
public final class LatePublisher<Update: Sendable>: Publisher, Attachable {
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
    resolution.settle(as: .resolved(publisher.attachmentForComposing))
  }

  public func attach(_ receive: @escaping @Sendable (Update) -> Void) -> Subscription {
    attachment(receive)
  }

  package var attachment: Attachment<Update> {
    Attachment { [resolution] slot, receive in resolution.attach(into: slot, receive) }
  }

  private final class Resolution: Sendable {
    enum State: Sendable {
      case waiting([Waiting])
      case resolved(Attachment<Update>)
      case abandoned
    }

    private let state = Locked(State.waiting([]))

    func attach(into slot: SubscriptionSlot?, _ receive: @escaping @Sendable (Update) -> Void) -> Subscription {
      if case .resolved(let attachment) = state.withLock({ $0 }) { return attachment(into: slot, receive) }
      // A hub for one: its subscriber has every promise while the publisher is still unknown.
      let hub = Hub<Update>(remembering: 0) { [self] hub, run in wait(Waiting(hub: hub, run: run)) }
      return hub.join(into: slot, receive)
    }

    private func wait(_ waiting: Waiting) -> Subscription {
      let current = state.withLock { state in
        if case .waiting(var queue) = state {
          queue.append(waiting)
          state = .waiting(queue)
        }
        return state
      }
      waiting.connect(to: current)
      return Subscription { [self] in
        waiting.upstreams.token.invalidate()
        forget(waiting)
      }
    }

    private func forget(_ waiting: Waiting) {
      state.withLock { state in
        guard case .waiting(var queue) = state else { return }
        queue.removeAll { $0.upstreams === waiting.upstreams }
        state = .waiting(queue)
      }
    }

    @discardableResult
    func settle(as settled: State) -> Bool {
      let previous = state.withLock { state in
        let previous = state
        if case .waiting = previous { state = settled }
        return previous
      }
      guard case .waiting(let queue) = previous else { return false }
      for waiting in queue { waiting.connect(to: settled) }
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
      case .resolved(let attachment):
        upstreams.connect(attachment, ended: { [hub, run] in hub.finish(in: run) }) { [hub, run] in
          hub.publish($0, in: run)
        }
      }
    }
  }
}
