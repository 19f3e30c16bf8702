public import TidingsCore

extension Publisher {
  /// Subscribes once for all subscribers.
  ///
  ///     let positions = raw.map { expensiveTransform($0) }.share()
  ///
  ///     source:  1 ------ 2 ------ 3 ------|
  ///     first:   1 ------ 2 ------ 3 ------|
  ///     second:        ^- 2 ------ 3 ------|
  ///
  /// What stands before is done once for each update, however many listen, and all of them see the same updates in the
  /// same order. It is subscribed to by the first subscriber and given up with the last; nothing is kept for those who
  /// come later, see ``replay(_:whenUnused:)`` and `publishedValue(initial:)`. Who subscribes from inside
  /// a delivery also gets the updates that wait at the source then: they have not been shared yet.
  ///
  /// Ends when this publisher ends, for good: who subscribes later only finds that it has ended. Of a value the result
  /// is a value. A ``PublishedTask`` needs none of this: one run serves all its subscribers.
  @inlinable
  public func share() -> Broadcaster<Update> {
    shared(remembering: 0, whenUnused: .resetting)
  }

  @inlinable
  func shared(remembering count: Int, whenUnused retention: ReplayRetention) -> Broadcaster<Update> {
    Broadcaster(Hub(relaying: Broadcaster(self), remembering: count, keepsMemory: retention == .keeping))
  }

  /// This publisher as a broadcaster, for properties and results that are not to tell what is behind them.
  public func broadcaster() -> Broadcaster<Update> {
    Broadcaster(self)
  }
}

extension ValuePublisher {
  /// As ``Publisher/share()``; the result is a value, and reads as this one.
  @inlinable
  public func share() -> PublishedValue<Update> {
    let value = publishedValue
    return value.delivered(by: value.sharedValue())
  }
}

extension Publisher {
  /// Shared by all who subscribe while its first update is known; each of them gets the latest first.
  @inlinable
  func sharedValue() -> Broadcaster<Update> {
    let known = Hub<Update?>.sharing {
      let nothing: Update? = nil
      return Hub(remembering: 1, initial: nothing) { hub, run in
        attach({ hub.publish($0, in: run) }, ended: { hub.finish(in: run) })
      }
    }
    return known.compactMap { $0 }
  }
}
