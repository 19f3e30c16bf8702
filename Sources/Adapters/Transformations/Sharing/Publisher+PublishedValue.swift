public import TidingsCore

extension Publisher {
  /// Returns a value that is the latest update.
  ///
  ///     let count = taps.scan(0) { count, _ in count + 1 }.publishedValue(initial: 0)
  ///
  ///     source:     ---- 1 ---- 1 ---- 2 ------|
  ///     initial 0:  0 -- 1 ----------- 2 ------|
  ///
  /// This publisher is subscribed to once, with the first subscriber, until the last one leaves. If it delivers an update during
  /// that, the first subscriber receives this update first. To subscribe permanently, bind it to a ``PublishedProperty``. Ends
  /// when this publisher ends, with its last value. In ReactiveSwift it is `Property(initial:then:)`.
  ///
  /// - Parameters:
  ///   - initial: The value before the first update.
  ///   - retention: Whether the value is reset to `initial` after the last subscriber unsubscribes.
  @_alwaysEmitIntoClient public func publishedValue(
    initial: Update, whenUnused retention: ReplayRetention = .resetting
  ) -> PublishedValue<Update> {
    publishedValue(initial: initial, whenUnused: retention, keeping: .dynamic())
  }

  @_alwaysEmitIntoClient func publishedValue(
    initial: Update, whenUnused retention: ReplayRetention, keeping changeDetection: ChangeDetection<Update>
  ) -> PublishedValue<Update> {
    let hub = Hub<Update>(remembering: 1, initial: initial, keepsMemory: retention == .keeping) {
      [upstream = Broadcaster(self)] hub, run, upstreams in
      upstreams.connect(upstream, ended: { hub.finish(in: run) }) {
        hub.set($0, in: run, changeDetection: changeDetection)
      }
    }
    return PublishedValue(hub: hub)
  }
}

extension Publisher where Update: Equatable {
  /// Returns a value that is the latest update. Equal updates are one. See `publishedValue(initial:whenUnused:)`.
  @_alwaysEmitIntoClient public func publishedValue(
    initial: Update, whenUnused retention: ReplayRetention = .resetting
  ) -> PublishedValue<Update> {
    publishedValue(initial: initial, whenUnused: retention, keeping: .equatable())
  }
}
