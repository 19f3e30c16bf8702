#if canImport(Combine)
  public import Combine
  public import TidingsCore

  /// A publisher of Tidings as Combine sees it, made with `combinePublisher`.
  ///
  /// It subscribes to the publisher of Tidings for each subscriber, and gives that subscription up when it is cancelled.
  /// What is published while the subscriber demands nothing waits, as the buffering says. The subscriber is called
  /// wherever an update is published, as with `attach(_:)`, or where it demands something that has waited: put Combine's
  /// `receive(on:)` behind it to choose a place.
  public struct CombinePublisher<Output: Sendable, Failure: Error>: Combine.Publisher, Sendable {
    private let buffering: Buffering
    private let connect: @Sendable (CombineSubscription<Output, Failure>) -> Void

    /// - Parameter translate: What Combine is told of an update; nil for nothing.
    init<Update: Sendable>(
      _ publisher: some TidingsCore.Publisher<Update>, buffering: Buffering,
      _ translate: @escaping @Sendable (Update) -> CombineEvent<Output, Failure>?
    ) {
      buffering.checkLimit()
      self.buffering = buffering
      connect = { [publisher = Broadcaster(publisher)] in $0.connect(to: publisher, translate) }
    }

    public func receive<Downstream: Combine.Subscriber>(subscriber: Downstream)
    where Downstream.Input == Output, Downstream.Failure == Failure {
      let subscription = CombineSubscription(subscriber, buffering: buffering)
      // Combine wants its subscription before the first value, which comes while this is connected.
      subscriber.receive(subscription: subscription)
      connect(subscription)
    }
  }

  /// What Combine is told.
  enum CombineEvent<Output, Failure: Error> {
    case value(Output)
    case failure(Failure)
  }

  extension TidingsCore.Publisher {
    /// This publisher for Combine. Updates wait, all of them, until they are demanded.
    ///
    ///     taps.combinePublisher
    ///       .throttle(for: 1, scheduler: DispatchQueue.main, latest: true)
    ///       .sink { refresh() }
    ///       .store(in: &cancellables)
    ///
    /// Finishes when this publisher ends. Each Combine subscriber is a subscriber here, and leaves when it is cancelled.
    /// It is called on the publishing thread, as with ``attach(_:)``; use Combine's `receive(on:)` for another place.
    public var combinePublisher: CombinePublisher<Update, Never> {
      combinePublisher(buffering: .unbounded)
    }

    /// This publisher for Combine, with a choice of what waits while nothing is demanded.
    ///
    /// See ``combinePublisher``. Most subscribers of Combine demand everything at once, and then nothing ever waits.
    ///
    /// - Parameter buffering: What becomes of updates that the subscriber has not demanded yet.
    public func combinePublisher(buffering: Buffering) -> CombinePublisher<Update, Never> {
      CombinePublisher(self, buffering: buffering) { .value($0) }
    }
  }

  extension TidingsCore.Publisher {
    /// This publisher of results for Combine: its successes, up to the first failure, with which Combine's fails.
    ///
    ///     priceUpdates.failingCombinePublisher().retry(3)
    ///
    /// Leaves this publisher at the failure. Otherwise as ``combinePublisher``, which sends the results as values. It is the
    /// way back of the `broadcaster()` of a Combine publisher that may fail.
    ///
    /// - Parameter buffering: What becomes of successes that the subscriber has not demanded yet.
    public func failingCombinePublisher<Value: Sendable, Failure: Error>(
      buffering: Buffering = .unbounded
    ) -> CombinePublisher<Value, Failure> where Update == Result<Value, Failure> {
      CombinePublisher(self, buffering: buffering) { result in
        switch result {
        case .success(let value): .value(value)
        case .failure(let failure): .failure(failure)
        }
      }
    }
  }

  extension ValuePublisher {
    /// This value for Combine: the current one first, then every change. Who demands slowly gets the newest.
    ///
    /// As the `combinePublisher` of other publishers, except that a value waits only until a newer one is there, since
    /// that is the one that counts. For every change, however slow the subscriber, use `combinePublisher(buffering:)`.
    public var combinePublisher: CombinePublisher<Update, Never> {
      combinePublisher(buffering: .newest(1))
    }
  }

  extension PublishedTask {
    /// The result of this task for Combine: one value and the finish, or the failure.
    ///
    ///     session.publishedTask(for: request).combinePublisher
    ///       .catch { _ in Just(placeholder) }
    ///       .assign(to: &$image)
    ///
    /// The task starts with its first subscriber and is cancelled when the last one is, Combine's and others counted
    /// alike. The progress is left out; `broadcaster().combinePublisher` has it, with the result as its last value. A
    /// task that ends without a result finishes without a value.
    public var combinePublisher: CombinePublisher<Success, Failure> {
      CombinePublisher(self, buffering: .unbounded) { update in
        switch update {
        case .inProgress: nil
        case .completed(.success(let success)): .value(success)
        case .completed(.failure(let failure)): .failure(failure)
        }
      }
    }
  }

  extension TaskSource {
    /// The result of this task for Combine; see ``PublishedTask/combinePublisher``.
    public var combinePublisher: CombinePublisher<Success, Failure> {
      publishedTask.combinePublisher
    }
  }

  /// Lets tokens of Tidings stand where Combine's do: `.store(in: &cancellables)`, `AnyCancellable(subscription)`.
  extension TidingsCore.Subscription: Combine.Cancellable {
    /// As ``invalidate()``.
    public func cancel() {
      invalidate()
    }
  }

  extension AnyCancellable {
    /// Lets the bag cancel this, together with its subscriptions.
    public func store(in bag: SubscriptionBag) {
      let cancellable = Unchecked(self)
      bag.insert(TidingsCore.Subscription { cancellable.value.cancel() })
    }
  }
#endif
