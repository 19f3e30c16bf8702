public import TidingsCore

extension Publisher {
  /// The updates as an asynchronous sequence with a buffer without a limit.
  ///
  ///     for await title in model.title.values { label.text = title }
  ///
  /// See ``values(buffering:dropped:)``.
  public var values: UpdateSequence<Update> { values(buffering: .unbounded) }

  /// Returns the updates as an asynchronous sequence.
  ///
  ///     let positions = vehicle.position.values(buffering: .newest(1))
  ///     for await position in positions { await map.move(to: position) }
  ///
  /// This subscribes immediately. Updates that are published before the loop begins are kept, and a task is started. The
  /// publisher never waits for the loop.
  ///
  /// The sequence ends with the publisher. It also ends when the Swift task of the loop is cancelled, which drops pending
  /// updates. The subscription ends at the same time, or when the sequence and its iterators are released. Leaving the
  /// loop is not enough while a variable keeps the sequence.
  ///
  /// The updates of a task are its progress and its result, which is never dropped. ``PublishedTask/progress`` throws a
  /// failure instead.
  ///
  /// - Parameters:
  ///   - buffering: What happens to updates that the loop has not yet received.
  ///   - dropped: Called with each dropped update, on the publishing thread, for example to count them.
  public func values(
    buffering: Buffering, dropped: (@Sendable (Update) -> Void)? = nil
  ) -> UpdateSequence<Update> {
    UpdateSequence(of: self, buffering: buffering, dropped: dropped)
  }
}
