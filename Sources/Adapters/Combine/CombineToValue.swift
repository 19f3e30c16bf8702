#if canImport(Combine)
  public import Combine
  public import TidingsCore

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
