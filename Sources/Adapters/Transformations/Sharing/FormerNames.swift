public import TidingsCore

extension Publisher {
  /// The former name of ``Publisher/broadcaster()``.
  @available(*, unavailable, renamed: "broadcaster()")
  public func asBroadcaster() -> Broadcaster<Update> {
    broadcaster()
  }

  /// The former name of `publishedValue(initial:whenUnused:)`.
  @available(*, unavailable, renamed: "publishedValue(initial:whenUnused:)")
  public func asPublishedValue(
    initial: Update, whenUnused retention: ReplayRetention = .resetting
  ) -> PublishedValue<Update> {
    publishedValue(initial: initial, whenUnused: retention)
  }
}
