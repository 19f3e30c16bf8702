#if canImport(Combine)
  public import Combine
  public import TidingsCore

  extension Combine.Publisher where Output: Sendable, Failure == Never {
    /// Returns this Combine publisher as a broadcaster.
    ///
    ///     let taps = legacyView.tapPublisher.broadcaster()
    ///
    /// All subscribers share one subscription with unlimited demand, made on the thread of the first subscriber. If its operators
    /// have main-actor closures, subscribe on the main actor. Ends when the Combine publisher finishes.
    public func broadcaster() -> Broadcaster<Output> {
      let results: Broadcaster<Result<Output, Never>> = broadcaster()
      return results.map { $0.get() }
    }

    /// Returns the latest value of this Combine publisher. Ends when it finishes.
    ///
    /// - Parameter initial: The value until the Combine publisher sends one, and without subscribers.
    public func publishedValue(initial: Output) -> PublishedValue<Output> {
      broadcaster().publishedValue(initial: initial)
    }
  }

  extension Combine.Publisher where Output: Sendable {
    /// Returns this Combine publisher, which may fail, as a broadcaster of results. A failure is the last update.
    ///
    ///     prices.broadcaster().subscribe { show($0) } failure: { report($0) }
    public func broadcaster() -> Broadcaster<Result<Output, Failure>> {
      let publisher = Unchecked(value: eraseToAnyPublisher())
      return Broadcaster { source in
        publisher.value.attach(while: { source.hasSubscribers }) {
          source.send(.success($0))
        } complete: { completion in
          if case .failure(let failure) = completion { source.send(.failure(failure)) }
          source.finish()
        }
      }
    }

    /// Returns a task with the last value of this Combine publisher, or its failure.
    ///
    ///     let image = loader.imagePublisher(for: url).publishedTask()
    ///
    /// For the first of several values, use `first().publishedTask()`. If the publisher finishes without a value, the task ends
    /// without a result.
    public func publishedTask() -> PublishedTask<Never, Output, Failure> {
      let last = Unchecked(value: last().eraseToAnyPublisher())
      return PublishedTask(start: { run in
        last.value.attach {
          run.succeed($0)
        } complete: { completion in
          if case .failure(let failure) = completion { run.fail(failure) }
        }
      })
    }
  }

  extension ObservableObject
  where ObjectWillChangePublisher.Output: Sendable, ObjectWillChangePublisher.Failure == Never {
    /// Returns a broadcaster with an update *before* each change of this object.
    ///
    /// The properties still have their old values. For the new value, use `$name.publishedValue()`. The object is not kept alive.
    /// Never ends, because Combine does not report its release.
    public func willChangeBroadcaster() -> Broadcaster<ObjectWillChangePublisher.Output> {
      objectWillChange.broadcaster()
    }
  }

  extension CurrentValueSubject where Output: Sendable, Failure == Never {
    /// Returns the value of this subject as a published value, which keeps the subject alive, and ends when it finishes.
    ///
    ///     let title = model.titleSubject.publishedValue()
    ///
    /// If several threads send at the same time, Combine may deliver the values in another order than it stores them. So each
    /// update is read from the subject. Intermediate values may be skipped, and the last update is the final value. An equal
    /// value does not notify subscribers.
    public func publishedValue() -> PublishedValue<Output> {
      let subject = Unchecked(value: self)
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
      let publisher = Unchecked(value: self)
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

  extension PublishedValue {
    /// The publisher sends its current value at subscription. `update` can be called several times for one value.
    fileprivate init(
      following publisher: some Combine.Publisher<Value, Never>, read: @escaping @Sendable () -> Value,
      update: @escaping @Sendable (Value) -> Value
    ) {
      let publisher = Unchecked(value: publisher.eraseToAnyPublisher())
      let changeDetection = ChangeDetection<Value?>.dynamic()
      let known = Hub<Value?>.sharing {
        Hub(remembering: 1, initial: Value?.none) { hub, run in
          publisher.value.attach(while: { hub.hasSubscribers(in: run) }) { value in
            hub.refresh(in: run, unless: changeDetection.isSame) { update(value) }
          } complete: { _ in
            // A subject that has finished sends no value at subscription.
            hub.refresh(in: run, unless: { known, _ in known != nil }, read)
            hub.finish(in: run)
          }
        }
      }
      self.init(known.compactMap { $0 }, read: read)
    }
  }

  extension AnyPublisher {
    /// Cancels before an unwanted value, because the token cannot end a publisher that sends endlessly at subscription.
    fileprivate func attach(
      while isWanted: @escaping @Sendable () -> Bool = { true }, _ receive: @escaping @Sendable (Output) -> Void,
      complete: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void
    ) -> TidingsCore.Subscription {
      prefix { _ in isWanted() }.sink(receiveCompletion: complete, receiveValue: receive).subscription
    }
  }

  extension AnyCancellable {
    var subscription: TidingsCore.Subscription {
      let cancellable = Unchecked(value: self)
      return TidingsCore.Subscription { cancellable.value.cancel() }
    }
  }

  /// A Combine object that is not marked as `Sendable`.
  ///
  /// Invariant behind `@unchecked`: only operations that Combine allows on any thread are used: subscribing, cancelling, and
  /// reading the value of a subject.
  struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
  }
#endif
