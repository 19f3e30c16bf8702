#if canImport(Combine)
  public import Combine
  public import TidingsCore

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
