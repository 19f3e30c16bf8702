#if canImport(Combine)
  public import Combine
  public import TidingsCore

  /// A Combine publisher of the updates of a Tidings publisher, made with `combinePublisher`.
  ///
  /// Each Combine subscriber is one subscription, which ends when it is cancelled. It is called on the publishing thread, or on
  /// the thread that demands a buffered update. Use Combine's `receive(on:)` for another place.
  public struct CombinePublisher<Output: Sendable, Failure: Error>: Combine.Publisher, Sendable {
    private let buffering: Buffering
    private let connect: @Sendable (CombineSubscription<Output, Failure>) -> Void

    init<Update: Sendable>(
      _ publisher: some TidingsCore.Publisher<Update>, buffering: Buffering,
      _ translate: @escaping @Sendable (Update) -> Result<Output, Failure>?
    ) {
      buffering.checkLimit()
      self.buffering = buffering
      connect = { [publisher = Broadcaster(publisher)] in $0.connect(to: publisher, translate) }
    }

    public func receive<Downstream: Combine.Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
      let subscription = CombineSubscription(subscriber, buffering: buffering)
      // Combine requires the subscription before the first value, which is sent during `connect`.
      subscriber.receive(subscription: subscription)
      connect(subscription)
    }
  }

  extension TidingsCore.Publisher {
    /// This publisher as a Combine publisher, which buffers all updates without demand.
    ///
    ///     taps.combinePublisher
    ///       .throttle(for: 1, scheduler: DispatchQueue.main, latest: true)
    ///       .sink { refresh() }
    ///       .store(in: &cancellables)
    ///
    /// Finishes when this publisher ends. Updates without demand are buffered, without a limit. See ``CombinePublisher``.
    public var combinePublisher: CombinePublisher<Update, Never> { combinePublisher(buffering: .unbounded) }

    /// Returns this publisher as a Combine publisher with a limited buffer for updates without demand.
    ///
    /// Most Combine subscribers have unlimited demand, so nothing is buffered for them.
    public func combinePublisher(buffering: Buffering) -> CombinePublisher<Update, Never> {
      CombinePublisher(self, buffering: buffering) { .success($0) }
    }

    /// Returns a Combine publisher of the successes, which fails with the first failure.
    ///
    ///     priceUpdates.failingCombinePublisher().retry(3)
    ///
    /// The subscription ends with the failure. ``combinePublisher``, in contrast, sends results as values. The parameter is that
    /// of ``combinePublisher(buffering:)``.
    public func failingCombinePublisher<Value: Sendable, Failure: Error>(
      buffering: Buffering = .unbounded
    ) -> CombinePublisher<Value, Failure> where Update == Result<Value, Failure> {
      CombinePublisher(self, buffering: buffering) { $0 }
    }
  }

  extension ValuePublisher {
    /// This value as a Combine publisher: the current value, then each change.
    ///
    /// Only the latest value without demand is buffered. For every change, use `combinePublisher(buffering: .unbounded)`.
    public var combinePublisher: CombinePublisher<Update, Never> { combinePublisher(buffering: .newest(1)) }
  }

  extension PublishedTask {
    /// The result of this task as a Combine publisher: one value, or the failure.
    ///
    ///     session.publishedTask(for: request).combinePublisher
    ///       .catch { _ in Just(placeholder) }
    ///       .assign(to: &$image)
    ///
    /// The task starts with its first subscriber, and is cancelled with the last one. Without a result, it finishes without a
    /// value. `broadcaster().combinePublisher` also sends the progress.
    public var combinePublisher: CombinePublisher<Success, Failure> {
      CombinePublisher(self, buffering: .unbounded) { update in
        if case .completed(let result) = update { result } else { nil }
      }
    }
  }

  extension TaskSource {
    /// The result of this task as a Combine publisher. See ``PublishedTask/combinePublisher``.
    public var combinePublisher: CombinePublisher<Success, Failure> { publishedTask.combinePublisher }
  }

  /// A subscription can be used as a cancellable: `.store(in: &cancellables)`, `AnyCancellable(subscription)`.
  extension TidingsCore.Subscription: Combine.Cancellable {
    /// Ends the subscription, like ``invalidate()``.
    public func cancel() { invalidate() }
  }

  extension AnyCancellable {
    /// Stores this cancellable in a bag, which cancels it together with its subscriptions.
    public func store(in bag: SubscriptionBag) { bag.insert(subscription) }
  }
#endif
