public import TidingsCore

extension Publisher {
  /// Sets a property to each update.
  ///
  ///     model.title.bind(to: header.text).store(in: subscriptions)
  ///
  /// The property is set where updates are published, and not kept alive: the first update that finds it gone ends the
  /// subscription.
  public func bind(to property: PublishedProperty<Update>) -> Subscription {
    pass(to: property) { $0.value = $1 }
  }

  /// Sends each update through a source.
  ///
  /// The source sends where updates are published, and is not kept alive: the first update that finds it gone ends the
  /// subscription. The end of this publisher does not finish the source, which may have others to listen to.
  public func forward(to source: BroadcastSource<Update>) -> Subscription {
    pass(to: source) { $0.send($1) }
  }

  private func pass<Target: AnyObject & Sendable>(
    to target: Target, _ pass: @escaping @Sendable (Target, Update) -> Void
  ) -> Subscription {
    let slot = SubscriptionSlot()
    return attachmentForComposing(into: slot) { [weak target] update in
      guard let target else { return slot.end() }
      pass(target, update)
    }
  }
}
