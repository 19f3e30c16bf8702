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

  /// What waits until it is demanded, as a value: each method is one critical section.
  struct DemandQueue<Output: Sendable, Failure: Error>: Sendable {
    enum End: Sendable {
      case finished
      case failure(Failure)
    }

    /// What the telling thread does outside the lock.
    enum Step: Sendable {
      case value(Output)
      case end(End)
    }

    private let buffering: Buffering
    private var values = FIFO<Output>()
    private var end: End?
    /// How many values may still be told; nil for any number.
    private var demand: Int? = 0
    private var isTelling = false
    private var isClosed = false

    init(_ buffering: Buffering) {
      self.buffering = buffering
    }

    /// Adds a value.
    ///
    /// - Returns: Whether the caller must tell what can be told, and what was dropped, which the caller lets go of outside the lock.
    mutating func put(_ value: Output) -> (canTell: Bool, dropped: Output?) {
      guard !isClosed, end == nil else { return (false, value) }
      let dropped = buffering.append(value, to: &values)
      return (begin(), dropped)
    }

    /// Adds the end, behind the values that wait. Only the first counts.
    mutating func put(_ end: End) -> Bool {
      guard !isClosed, self.end == nil else { return false }
      self.end = end
      return begin()
    }

    /// Adds demand; nil for any number.
    mutating func add(_ count: Int?) -> Bool {
      guard !isClosed else { return false }
      demand = sum(demand, count)
      return begin()
    }

    /// The next step of the thread that tells. Nil when it is done, in the same step.
    mutating func next() -> Step? {
      isTelling = hasNext
      guard isTelling else { return nil }
      if let value = values.popFirst() {
        demand = demand.map { $0 - 1 }
        return .value(value)
      }
      isClosed = true
      return end.map { .end($0) }
    }

    /// Drops what waits, and hands it back to be let go outside the lock.
    mutating func close() -> FIFO<Output> {
      isClosed = true
      return values.takeAll()
    }

    private var hasNext: Bool {
      guard !isClosed else { return false }
      return values.isEmpty ? end != nil : demand != 0
    }

    private mutating func begin() -> Bool {
      guard !isTelling, hasNext else { return false }
      isTelling = true
      return true
    }

    private func sum(_ left: Int?, _ right: Int?) -> Int? {
      guard let left, let right else { return nil }
      let (sum, isTooMuch) = left.addingReportingOverflow(right)
      return isTooMuch ? nil : sum
    }
  }
#endif
