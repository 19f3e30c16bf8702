#if canImport(Combine)
  public import Combine
  public import TidingsCore

  extension Combine.Publisher where Output: Sendable, Failure == Never {
    /// Returns this Combine publisher as a broadcaster.
    ///
    ///     let taps = legacyView.tapPublisher.broadcaster()
    ///
    /// All subscribers share one subscription with unlimited demand, from the first subscriber to the last. Ends when the
    /// Combine publisher finishes.
    ///
    /// The Combine publisher is subscribed to on the thread of the first subscriber. If its operators have main-actor closures,
    /// subscribe on the main actor. Combine's subjects hold a lock while they send, so other senders wait.
    public func broadcaster() -> Broadcaster<Output> {
      let upstream = CombineUpstream(self)
      return Broadcaster { source in
        upstream.attach {
          source.send($0)
          return source.hasSubscribers
        } complete: { _ in
          source.finish()
        }
      }
    }
  }

  extension Combine.Publisher where Output: Sendable {
    /// Returns this Combine publisher, which may fail, as a broadcaster of results.
    ///
    /// A failure is the last update before the end.
    ///
    ///     prices.broadcaster().subscribe { show($0) } failure: { report($0) }
    public func broadcaster() -> Broadcaster<Result<Output, Failure>> {
      let upstream = CombineUpstream(self)
      return Broadcaster { source in
        upstream.attach {
          source.send(.success($0))
          return source.hasSubscribers
        } complete: { failure in
          if let failure { source.send(.failure(failure)) }
          source.finish()
        }
      }
    }
  }

  extension ObservableObject
  where ObjectWillChangePublisher.Output: Sendable, ObjectWillChangePublisher.Failure == Never {
    /// Returns a broadcaster with an update *before* each change of this object.
    ///
    /// The properties still have their old values. For the new value, use `$name.publishedValue()`. The object is not kept
    /// alive. Never ends, because Combine does not report that the object was released.
    public func willChangeBroadcaster() -> Broadcaster<ObjectWillChangePublisher.Output> {
      objectWillChange.broadcaster()
    }
  }

  extension Combine.Publisher where Output: Sendable {
    /// Returns a task with the last value of this Combine publisher, or its failure.
    ///
    ///     let image = loader.imagePublisher(for: url).publishedTask()
    ///
    /// For the first of several values, use `first().publishedTask()`. If the publisher finishes without a value, the task ends
    /// without a result.
    public func publishedTask() -> PublishedTask<Never, Output, Failure> {
      let upstream = CombineUpstream(last())
      return PublishedTask(start: { run in
        upstream.attach {
          run.succeed($0)
          return true
        } complete: { failure in
          if let failure { run.fail(failure) }
        }
      })
    }
  }

  extension CurrentValueSubject where Output: Sendable, Failure == Never {
    /// Returns the value of this subject as a published value.
    ///
    ///     let title = model.titleSubject.publishedValue()
    ///
    /// Unlike in Combine, an equal value does not notify subscribers. Keeps the subject alive, and ends when it finishes.
    ///
    /// If several threads send at the same time, Combine may deliver the values in another order than it stores them. So each
    /// update is read from the subject. Intermediate values may be skipped, and the last update is the final value.
    public func publishedValue() -> PublishedValue<Output> {
      let subject = Unchecked(self)
      return PublishedValue(
        following: self, read: { subject.value.value }, update: { _ in subject.value.value })
    }
  }

  extension Published.Publisher where Value: Sendable {
    /// Returns the value of this `@Published` property: `$name.publishedValue()`.
    ///
    /// Combine publishes *before* the change: an update has the new value, while the object still has the old one. The object
    /// is not kept alive. Never ends. Set the property and subscribe on one thread, as Combine requires.
    public func publishedValue() -> PublishedValue<Value> {
      let publisher = Unchecked(self)
      return PublishedValue(following: self, read: { publisher.value.current }, update: { $0 })
    }

    /// The value that the publisher sends while it is subscribed to.
    private var current: Value {
      var current: Value?
      first().sink { current = $0 }.cancel()
      guard let current else {
        fatalError("This Published.Publisher did not send its value at subscription. Please report it.")
      }
      return current
    }
  }

  extension Combine.Publisher where Output: Sendable, Failure == Never {
    /// Returns the latest value of this Combine publisher.
    ///
    /// The first subscriber receives the value that the Combine publisher sends at subscription, or else the initial value.
    /// Ends when the Combine publisher finishes.
    ///
    /// - Parameter initial: The value before the first one is sent, and without subscribers.
    public func publishedValue(initial: Output) -> PublishedValue<Output> {
      broadcaster().publishedValue(initial: initial)
    }
  }

  extension PublishedValue {
    /// Creates a value from a Combine publisher that sends its current value at subscription.
    ///
    /// - Parameters:
    ///   - read: Reads the value without subscribing.
    ///   - update: Returns the new value for a value that was sent. Can be called several times for one value.
    fileprivate init(
      following publisher: some Combine.Publisher<Value, Never>, read: @escaping @Sendable () -> Value,
      update: @escaping @Sendable (Value) -> Value
    ) {
      let upstream = CombineUpstream(publisher)
      let changeDetection = ChangeDetection<Value?>.dynamic()
      let known = Hub<Value?>.sharing {
        Hub(remembering: 1, initial: Value?.none) { hub, run in
          upstream.attach { value in
            hub.refresh(in: run, unless: changeDetection.isSame) { update(value) }
            return hub.hasSubscribers
          } complete: { _ in
            hub.finish(in: run)
          }
        }
      }
      self.init(known.compactMap { $0 }) { _ in read() }
    }
  }

  /// A Combine subscriber that calls closures.
  ///
  /// The closures are released when the publisher has completed or the subscription was cancelled.
  final class CombineReceiver<Input: Sendable, Failure: Error>: Combine.Subscriber, Sendable {
    private struct Closures: Sendable {
      let receive: @Sendable (Input) -> Bool
      let complete: @Sendable (Failure?) -> Void
    }

    private struct State: Sendable {
      /// Nil after the completion or cancellation.
      var closures: Closures?
      var subscription: Unchecked<any Combine.Subscription>?
    }

    private let state: Locked<State>

    /// - Parameters:
    ///   - receive: Called with each value. Returns false to cancel the subscription, also while the publisher is being
    ///     subscribed to.
    ///   - complete: Called once at the end, with the failure or nil.
    init(receive: @escaping @Sendable (Input) -> Bool, complete: @escaping @Sendable (Failure?) -> Void) {
      state = Locked(State(closures: Closures(receive: receive, complete: complete)))
    }

    func receive(subscription: any Combine.Subscription) {
      let new = Unchecked(subscription)
      let isWanted = state.withLock { state in
        guard state.closures != nil, state.subscription == nil else { return false }
        state.subscription = new
        return true
      }
      if isWanted { subscription.request(.unlimited) } else { subscription.cancel() }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
      let closures = state.withLock { $0.closures }
      if let closures, !closures.receive(input) { cancel() }
      return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
      let closures = close().closures
      switch completion {
      case .finished: closures?.complete(nil)
      case .failure(let failure): closures?.complete(failure)
      }
    }

    func cancel() {
      close().subscription?.value.cancel()
    }

    private func close() -> State {
      state.withLock { state in
        let closed = state
        state = State()
        return closed
      }
    }
  }

  /// A type-erased Combine publisher.
  ///
  /// Invariant behind `@unchecked`: the publisher is only subscribed to, which Combine allows on any thread.
  struct CombineUpstream<Output: Sendable, Failure: Error>: @unchecked Sendable {
    private let subscribe: (CombineReceiver<Output, Failure>) -> Void

    init(_ publisher: some Combine.Publisher<Output, Failure>) {
      subscribe = { publisher.subscribe($0) }
    }

    /// Subscribes with the closures of a `CombineReceiver`. The token cancels.
    func attach(
      receive: @escaping @Sendable (Output) -> Bool, complete: @escaping @Sendable (Failure?) -> Void
    ) -> TidingsCore.Subscription {
      let receiver = CombineReceiver(receive: receive, complete: complete)
      subscribe(receiver)
      return TidingsCore.Subscription { receiver.cancel() }
    }
  }

  /// A Combine object that is not marked as `Sendable`.
  ///
  /// Invariant behind `@unchecked`: only operations that Combine allows on any thread are used: cancelling, and reading the
  /// value of a subject.
  struct Unchecked<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) {
      self.value = value
    }
  }
#endif
