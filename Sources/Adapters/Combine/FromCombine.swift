#if canImport(Combine)
  public import Combine
  public import TidingsCore

  extension Combine.Publisher where Output: Sendable, Failure == Never {
    /// This Combine publisher as a broadcaster.
    ///
    ///     let taps = legacyView.tapPublisher.broadcaster()
    ///
    /// It is subscribed to once for all, with the first subscriber, and cancelled when the last one leaves; everything is
    /// demanded at once. Ends when it finishes. Values come where Combine sends them, unless `subscribe` says otherwise;
    /// when it sends from several threads at once, in the order of their arrival, one at a time.
    ///
    /// Combine's subjects, and some of its operators, hold a lock of their own while they deliver. So a thread that sends
    /// to a subject waits there while another one does, whatever Tidings promises.
    ///
    /// Subscribing happens on the thread of the first subscriber, so the closures of this publisher's operators must
    /// bear any thread, as Combine asks of them. In main-actor code of Swift 6 such closures belong to the main actor:
    /// then subscribe there.
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
    /// This Combine publisher, which may fail, as a broadcaster of results.
    ///
    /// The failure is the last update, and the end follows. Otherwise as for a publisher that cannot fail.
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
    /// Updates *before* each change of this object: its properties still have their old values.
    ///
    /// So it is good for marking a view as out of date, and not for reading what is new; for that, follow a property
    /// with `$name.publishedValue()`. The object is not kept alive. Combine does not tell of its death, so this does not
    /// end.
    public func willChangeBroadcaster() -> Broadcaster<ObjectWillChangePublisher.Output> {
      objectWillChange.broadcaster()
    }
  }

  extension Combine.Publisher where Output: Sendable {
    /// What this Combine publisher comes to: its last value when it finishes, or its failure.
    ///
    ///     let image = loader.imagePublisher(for: url).publishedTask()
    ///
    /// For publishers that send one value, as `Future` and `URLSession.DataTaskPublisher`; for the first of many write
    /// `first().publishedTask()`. It is subscribed to with the first subscriber, once for all, and cancelled when the
    /// last one leaves before the result. A publisher that finishes without a value ends the task without a result.
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
    /// The value of this subject.
    ///
    ///     let title = model.titleSubject.publishedValue()
    ///
    /// A value that equals the one before updates nobody, unlike in Combine. The subject is subscribed to with the first
    /// subscriber and cancelled when the last one leaves; read without subscribers, the value is the subject's own. Ends
    /// when the subject finishes, and keeps the subject.
    ///
    /// When several threads send at once, Combine may deliver in another order than it keeps. So an update is read from the
    /// subject: then not every value that was sent in between need be told, and the last update is the value that the
    /// subject has in the end.
    public func publishedValue() -> PublishedValue<Output> {
      let subject = Unchecked(self)
      return PublishedValue(
        following: self, read: { subject.value.value }, update: { _ in subject.value.value })
    }
  }

  extension Published.Publisher where Value: Sendable {
    /// The value of this `@Published` property, as `$name.publishedValue()`.
    ///
    /// A value that equals the one before updates nobody. Combine publishes *before* the property changes: an update has
    /// the new value, while the object still has the old one. It keeps neither the object alive nor ends with it, as
    /// Combine does not tell of its death. Set and subscribe on one thread, as Combine asks of `@Published`.
    public func publishedValue() -> PublishedValue<Value> {
      let publisher = Unchecked(self)
      return PublishedValue(following: self, read: { publisher.value.current }, update: { $0 })
    }

    /// What it sends at once to every subscriber.
    private var current: Value {
      var current: Value?
      first().sink { current = $0 }.cancel()
      guard let current else {
        fatalError("A Published.Publisher sends its value when it is subscribed to; this did not")
      }
      return current
    }
  }

  extension Combine.Publisher where Output: Sendable, Failure == Never {
    /// The latest value of this Combine publisher.
    ///
    /// It is subscribed to with the first subscriber and cancelled when the last one leaves. What it sends at once is
    /// what the first subscriber gets first. Ends when it finishes. A value that equals the one before updates nobody.
    ///
    /// - Parameter initial: The value before the first one is sent, and while nobody listens.
    public func publishedValue(initial: Output) -> PublishedValue<Output> {
      broadcaster().publishedValue(initial: initial)
    }
  }

  extension PublishedValue {
    /// A value that a Combine publisher sends at once to each subscriber.
    ///
    /// - Parameters:
    ///   - read: The value as it is read without subscribing.
    ///   - update: The value to take over when another was sent; it may be called more than once for one.
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
#endif
