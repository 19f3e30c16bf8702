#if canImport(Combine)
  import Combine
  import TidingsCore

  /// The subscription of one Combine subscriber to a Tidings publisher.
  ///
  /// Updates and demand arrive on any thread, also from inside the subscriber. The first thread that can deliver a value also
  /// delivers those that other threads add during the delivery. So the subscriber is called serially, and without a lock.
  final class CombineSubscription<Output: Sendable, Failure: Error>: Combine.Subscription, Sendable {
    private struct State: Sendable {
      var queue: DemandQueue<Output, Failure>
      var downstream: Downstream?
    }

    private let state: Locked<State>
    private let upstreams = Upstreams()

    init<Subscriber: Combine.Subscriber>(_ subscriber: Subscriber, buffering: Buffering)
    where Subscriber.Input == Output, Subscriber.Failure == Failure {
      state = Locked(State(queue: DemandQueue(buffering), downstream: Downstream(subscriber)))
    }

    func connect<Update: Sendable>(
      to publisher: some TidingsCore.Publisher<Update>,
      _ translate: @escaping @Sendable (Update) -> Result<Output, Failure>?
    ) {
      upstreams.connect(publisher, ended: { [self] in put(.finished) }) { [self] update in
        switch translate(update) {
        case .success(let value): put(value)
        case .failure(let failure): put(.failure(failure))
        case nil: break
        }
      }
    }

    private func put(_ value: Output) {
      let arrival = state.withLock { $0.queue.put(value) }
      if arrival.canDeliver { deliverAll() }
    }

    private func put(_ end: DemandQueue<Output, Failure>.End) {
      if state.withLock({ $0.queue.put(end) }) { deliverAll() }
    }

    func request(_ demand: Subscribers.Demand) {
      if state.withLock({ $0.queue.add(demand.max) }) { deliverAll() }
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

    private func deliverAll() {
      while let (step, downstream) = next() {
        switch step {
        case .value(let value):
          let demand = downstream.receive(value)
          if demand != .none { state.withLock { _ = $0.queue.add(demand.max) } }
        case .end(let end):
          // The upstream may continue after a failure.
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

    /// Invariant behind `@unchecked`: Combine allows calls on any thread, one at a time. Only the delivering thread calls it.
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

  /// The values to deliver and the demand. Each method is one critical section.
  struct DemandQueue<Output: Sendable, Failure: Error>: Sendable {
    enum End: Sendable {
      case finished
      case failure(Failure)
    }

    enum Step: Sendable {
      case value(Output)
      case end(End)
    }

    private let buffering: Buffering
    /// Waits for the delivering thread.
    private var demanded = FIFO<Output>()
    /// Waits for demand. The buffer's limit applies only here.
    private var waiting = FIFO<Output>()
    private var end: End?
    /// The remaining demand, or nil if it is unlimited. Zero while a value is waiting for demand.
    private var demand: Int? = 0
    private var isDelivering = false
    private var isClosed = false

    init(_ buffering: Buffering) { self.buffering = buffering }

    /// - Returns: Whether the caller must deliver, and the dropped value, which the caller releases outside the lock.
    mutating func put(_ value: Output) -> (canDeliver: Bool, dropped: Output?) {
      guard !isClosed, end == nil else { return (false, value) }
      guard !takeDemand() else {
        demanded.append(value)
        return (begin(), nil)
      }
      return (false, buffering.append(value, to: &waiting))
    }

    /// Adds the end, after the pending values. Only the first end counts.
    mutating func put(_ end: End) -> Bool {
      guard !isClosed, self.end == nil else { return false }
      self.end = end
      return begin()
    }

    mutating func add(_ count: Int?) -> Bool {
      guard !isClosed else { return false }
      let sum = demand.flatMap { demand in count.map { demand.addingReportingOverflow($0) } }
      demand = sum.flatMap { $0.overflow ? nil : $0.partialValue }
      while !waiting.isEmpty, takeDemand() { demanded.append(waiting.popFirst()!) }
      return begin()
    }

    mutating func next() -> Step? {
      isDelivering = hasNext
      guard isDelivering else { return nil }
      if let value = demanded.popFirst() { return .value(value) }
      isClosed = true
      return end.map { .end($0) }
    }

    /// Removes all values and returns them, to be released outside the lock.
    mutating func close() -> [Output] {
      isClosed = true
      return demanded.takeAll().elements + waiting.takeAll().elements
    }

    private var hasNext: Bool { !isClosed && (!demanded.isEmpty || (waiting.isEmpty && end != nil)) }

    private mutating func takeDemand() -> Bool {
      guard demand != 0 else { return false }
      demand = demand.map { $0 - 1 }
      return true
    }

    private mutating func begin() -> Bool {
      guard !isDelivering, hasNext else { return false }
      isDelivering = true
      return true
    }
  }
#endif
