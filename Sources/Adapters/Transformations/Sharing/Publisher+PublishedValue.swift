public import TidingsCore

extension Publisher {
  /// The latest update as a value.
  ///
  ///     let count = taps.scan(0) { count, _ in count + 1 }.publishedValue(initial: 0)
  ///
  ///     source:     ---- 1 ---- 1 ---- 2 ------|
  ///     initial 0:  0 -- 1 ----------- 2 ------|
  ///
  /// This publisher is subscribed to once for all, with the first subscriber, and given up with the last. What it sends
  /// at once is what the first subscriber gets first. To listen always, bind it to a ``PublishedProperty``. Ends when
  /// this publisher ends, and then stays as it is. ReactiveSwift users know it as `Property(initial:then:)`.
  ///
  /// - Parameters:
  ///   - initial: The value before the first update.
  ///   - retention: What the value is when the last subscriber has left: `initial` again, or what it was.
  @inlinable
  public func publishedValue(
    initial: Update, whenUnused retention: ReplayRetention = .resetting
  ) -> PublishedValue<Update> {
    publishedValue(initial: initial, whenUnused: retention, keeping: .dynamic())
  }

  @inlinable
  func publishedValue(
    initial: Update, whenUnused retention: ReplayRetention, keeping changeDetection: ChangeDetection<Update>
  ) -> PublishedValue<Update> {
    let hub = Hub<Update>(remembering: 1, initial: initial, keepsMemory: retention == .keeping) {
      [upstream = Broadcaster(self)] hub, run in
      upstream.attach({ hub.set($0, in: run, changeDetection: changeDetection) }, ended: { hub.finish(in: run) })
    }
    return PublishedValue(hub: hub)
  }
}

extension Publisher where Update: Equatable {
  /// The latest update as a value, which is equatable; see `publishedValue(initial:)` of other updates.
  @inlinable
  public func publishedValue(
    initial: Update, whenUnused retention: ReplayRetention = .resetting
  ) -> PublishedValue<Update> {
    publishedValue(initial: initial, whenUnused: retention, keeping: .equatable())
  }
}

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
