public import TidingsCore

extension Publisher {
  /// The updates as an asynchronous sequence, all of which wait for the loop.
  ///
  ///     for await title in model.title.values { label.text = title }
  ///
  /// As ``values(buffering:dropped:)`` without a bound.
  @inlinable
  public var values: UpdateSequence<Update> {
    values(buffering: .unbounded)
  }

  /// The updates as an asynchronous sequence.
  ///
  ///     let positions = vehicle.position.values(buffering: .newest(1))
  ///     for await position in positions { await map.move(to: position) }
  ///
  /// It subscribes here and now: nothing that is published between this call and the loop is lost, and a task is started.
  /// Whoever publishes never waits for the loop; what the loop has not yet got to waits for it, as `buffering` says. The
  /// result of a task is never dropped.
  ///
  /// The sequence ends after the last update of the publisher. It ends as well when the Swift task of the loop is
  /// cancelled, and then drops what waits. The subscription is given up at that moment, or when the sequence and its
  /// iterators have gone away; leaving the loop alone is not enough while a variable keeps the sequence. The updates of a
  /// task are its progress and its result; ``PublishedTask/progress`` throws the failure instead.
  ///
  /// - Parameters:
  ///   - buffering: What becomes of updates that the loop has not yet got to.
  ///   - dropped: Called with each update that found no room, by the thread that publishes; for counting.
  @inlinable
  public func values(
    buffering: Buffering, dropped: (@Sendable (Update) -> Void)? = nil
  ) -> UpdateSequence<Update> {
    UpdateSequence(of: self, buffering: buffering, dropped: dropped)
  }
}
