#if canImport(Combine)
  import Combine
  import TidingsCore

  /// One Combine subscriber of a publisher of Tidings.
  ///
  /// Updates and demand come from any thread, also from inside the subscriber. Whoever finds that something can be told
  /// tells it, and all that comes meanwhile; others leave it to that thread. So the subscriber is called serially, and
  /// never under a lock.
  final class CombineSubscription<Output: Sendable, Failure: Error>: Combine.Subscription, Sendable {
    private struct State: Sendable {
      var queue: DemandQueue<Output, Failure>
      /// Nil once the subscription is over.
      var downstream: Downstream?
    }

    private let state: Locked<State>
    private let upstreams = Upstreams()

    init<Subscriber: Combine.Subscriber>(_ subscriber: Subscriber, buffering: Buffering)
    where Subscriber.Input == Output, Subscriber.Failure == Failure {
      state = Locked(State(queue: DemandQueue(buffering), downstream: Downstream(subscriber)))
    }

    /// Subscribes; does nothing when it was cancelled before.
    func connect<Update: Sendable>(
      to publisher: some TidingsCore.Publisher<Update>,
      _ translate: @escaping @Sendable (Update) -> CombineEvent<Output, Failure>?
    ) {
      upstreams.connect(publisher, ended: { [self] in put(.finished) }) { [self] update in
        switch translate(update) {
        case .value(let value): put(value)
        case .failure(let failure): put(.failure(failure))
        case nil: break
        }
      }
    }

    private func put(_ value: Output) {
      let arrival = state.withLock { $0.queue.put(value) }
      if arrival.canTell { tellAll() }
    }

    private func put(_ end: DemandQueue<Output, Failure>.End) {
      if state.withLock({ $0.queue.put(end) }) { tellAll() }
    }

    func request(_ demand: Subscribers.Demand) {
      if state.withLock({ $0.queue.add(demand.max) }) { tellAll() }
    }

    func cancel() {
      let closed = state.withLock { state in
        let closed = (state.queue.close(), state.downstream)
        state.downstream = nil
        return closed
      }
      upstreams.token.invalidate()
      withExtendedLifetime(closed) {}
    }

    private func tellAll() {
      while let (step, downstream) = next() {
        switch step {
        case .value(let value):
          let demand = downstream.receive(value)
          if demand != .none { state.withLock { _ = $0.queue.add(demand.max) } }
        case .end(let end):
          // After a failure the upstream may go on.
          upstreams.token.invalidate()
          return downstream.receive(end)
        }
      }
    }

    private func next() -> (DemandQueue<Output, Failure>.Step, Downstream)? {
      state.withLock { state in
        guard let step = state.queue.next(), let downstream = state.downstream else { return nil }
        if case .end = step { state.downstream = nil }
        return (step, downstream)
      }
    }
  }

  extension CombineSubscription {
    /// The subscriber.
    ///
    /// Invariant behind `@unchecked`: Combine's subscribers may be called from any thread, one call at a time; only the
    /// thread that tells calls it, and there is one such thread at a time.
    private struct Downstream: @unchecked Sendable {
      let receive: (Output) -> Subscribers.Demand
      private let complete: (Subscribers.Completion<Failure>) -> Void

      init<Subscriber: Combine.Subscriber>(_ subscriber: Subscriber)
      where Subscriber.Input == Output, Subscriber.Failure == Failure {
        receive = { subscriber.receive($0) }
        complete = { subscriber.receive(completion: $0) }
      }

      func receive(_ end: DemandQueue<Output, Failure>.End) {
        switch end {
        case .finished: complete(.finished)
        case .failure(let failure): complete(.failure(failure))
        }
      }
    }
  }
#endif
