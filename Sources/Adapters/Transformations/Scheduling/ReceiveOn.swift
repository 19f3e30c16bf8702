public import TidingsCore

extension Publisher {
  /// Delivers on a scheduler, such as a dispatch queue, in order.
  ///
  ///     measurements.receive(on: DispatchQueue(label: "evaluation")).map { evaluate($0) }
  ///
  ///     source:  1 -- 2 ------- 3 --|
  ///     result:  --- 1 -- 2 ------ 3 --|
  ///
  /// What stands behind runs on the scheduler, the end included, one update at a time also where the scheduler runs jobs
  /// at the same time: a subscription has one job under way, however many updates wait. None of them is lost, and after
  /// `invalidate()` has returned on the scheduler nothing comes any more.
  ///
  /// There are three ways to get there, see ``Hop``. Who subscribes on an actor needs none of this:
  /// ``subscribe(isolation:fileID:line:_:)`` delivers there by itself. Ends when this publisher ends, after what waits.
  /// Combine users know it by this name, Rx users as `observe(on:)`.
  ///
  /// - Parameters:
  ///   - scheduler: Where to deliver.
  ///   - hop: When an update is enqueued; by default ``Hop/whenNeeded`` on the main queue, and ``Hop/always`` elsewhere.
  ///   - buffering: What becomes of updates that the scheduler has not yet got to; by default they all wait.
  ///   - dropped: Called with each update that found no room, by the thread that publishes; for counting.
  @inlinable
  public func receive(
    on scheduler: some UpdateScheduler, hop: Hop? = nil, buffering: Buffering = .unbounded,
    dropped: (@Sendable (Update) -> Void)? = nil
  ) -> Broadcaster<Update> {
    received(on: scheduler, hop: hop, buffering: buffering, dropped: dropped)
  }
}

extension ValuePublisher {
  /// As ``Publisher/receive(on:hop:buffering:dropped:)``; the result is a value, and reads as this one.
  @inlinable
  public func receive(
    on scheduler: some UpdateScheduler, hop: Hop? = nil, buffering: Buffering = .unbounded,
    dropped: (@Sendable (Update) -> Void)? = nil
  ) -> PublishedValue<Update> {
    let value = publishedValue
    return value.delivered(
      by: value.received(on: scheduler, hop: hop, buffering: buffering, dropped: dropped))
  }
}

extension PublishedTask {
  /// As ``Publisher/receive(on:hop:buffering:dropped:)``; the result is a task. Its result is never dropped.
  @inlinable
  public func receive(
    on scheduler: some UpdateScheduler, hop: Hop? = nil, buffering: Buffering = .unbounded,
    dropped: (@Sendable (Update) -> Void)? = nil
  ) -> PublishedTask {
    delivered(by: received(on: scheduler, hop: hop, buffering: buffering, dropped: dropped))
  }
}

extension Publisher {
  @inlinable
  func received(
    on scheduler: some UpdateScheduler, hop: Hop?, buffering: Buffering, dropped: (@Sendable (Update) -> Void)?
  ) -> Broadcaster<Update> {
    buffering.checkLimit()
    let hop = hop ?? (scheduler.isMainQueue ? .whenNeeded : .always)
    if hop == .never { return Broadcaster(self) }
    let hopsAlways = hop == .always
    return Broadcaster(attaching: { [upstream = Broadcaster(self)] receive, ended in
      Mailbox.subscribe(
        to: upstream, at: .scheduler(scheduler), calledFrom: nil, hopsAlways: hopsAlways, buffering: buffering,
        dropped: dropped, ended: ended.map { EndHandler($0) }, receive)
    })
  }
}
