public import TidingsCore

extension Publisher {
  /// Delivers on a scheduler, such as a dispatch queue, in order.
  ///
  ///     measurements.receive(on: DispatchQueue(label: "evaluation")).map { evaluate($0) }
  ///
  ///     source:  1 -- 2 ------- 3 --|
  ///     result:  --- 1 -- 2 ------ 3 --|
  ///
  /// Later operators and subscribers run on the scheduler, one update at a time, even if it runs jobs concurrently. A
  /// subscription has at most one job on it. After `invalidate()` has returned on a serial scheduler, no update is delivered. On
  /// an actor, this is not needed, because ``subscribe(isolation:fileID:line:_:)`` delivers on it. Ends when this publisher ends,
  /// after pending updates. In Rx, this is `observe(on:)`.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler on which updates are delivered.
  ///   - hop: When updates are enqueued. The default is ``Hop/whenNeeded`` on the main queue, and ``Hop/always`` elsewhere.
  ///   - buffering: The limit for pending updates. The default is no limit.
  ///   - dropped: Called with each dropped update on the publishing thread, for counting.
  @_alwaysEmitIntoClient public func receive(
    on scheduler: some UpdateScheduler, hop: Hop? = nil, buffering: Buffering = .unbounded,
    dropped: (@Sendable (Update) -> Void)? = nil
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

  /// Subscribes on a scheduler, immediately or later.
  ///
  ///     fileChanges.subscribe(on: DispatchQueue.global(qos: .utility))
  ///
  /// For publishers whose subscription is slow, or must happen on a certain queue. Updates during the subscription are
  /// delivered on the scheduler, and later ones on the publishing thread. Ends when this publisher ends.
  ///
  /// - Parameters:
  ///   - scheduler: The scheduler on which this publisher is subscribed to.
  ///   - delay: The time between the call and the subscription. Zero or less means as soon as possible.
  @_alwaysEmitIntoClient
  public func subscribe(on scheduler: any UpdateScheduler, after delay: Duration = .zero) -> Broadcaster<Update> {
    Broadcaster(attaching: { [upstream = Broadcaster(self)] receive, ended in
      MainActorDeadlockCheck.note(.scheduler(scheduler))
      // A hub for one subscriber, which has all guarantees before the subscription.
      let hub = Hub<Update>(startsOnce: true) { hub, run, upstreams in
        let connect = { @Sendable () -> Void in
          upstreams.connect(upstream, ended: { hub.finish(in: run) }) { hub.publish($0, in: run) }
        }
        if delay > .zero {
          upstreams.schedule(on: scheduler, after: delay, tolerance: .zero, connect)
        } else {
          scheduler.enqueue(connect)
        }
      }
      return hub.join(receive, ended: ended)
    })
  }
}

extension ValuePublisher {
  /// Returns a value. See ``Publisher/receive(on:hop:buffering:dropped:)``.
  @_alwaysEmitIntoClient public func receive(
    on scheduler: some UpdateScheduler, hop: Hop? = nil, buffering: Buffering = .unbounded,
    dropped: (@Sendable (Update) -> Void)? = nil
  ) -> PublishedValue<Update> {
    let value = publishedValue
    return value.delivered(
      by: Broadcaster(value).receive(on: scheduler, hop: hop, buffering: buffering, dropped: dropped))
  }

  /// Returns a value. See ``Publisher/subscribe(on:after:)``.
  ///
  /// A subscriber first receives the value at the time of the subscription.
  @_alwaysEmitIntoClient
  public func subscribe(on scheduler: any UpdateScheduler, after delay: Duration = .zero) -> PublishedValue<Update> {
    let value = publishedValue
    return value.delivered(by: Broadcaster(value).subscribe(on: scheduler, after: delay))
  }
}

extension PublishedTask {
  /// Returns a task. See ``Publisher/receive(on:hop:buffering:dropped:)``. Its result is never dropped.
  @_alwaysEmitIntoClient public func receive(
    on scheduler: some UpdateScheduler, hop: Hop? = nil, buffering: Buffering = .unbounded,
    dropped: (@Sendable (Update) -> Void)? = nil
  ) -> PublishedTask {
    delivered(by: Broadcaster(self).receive(on: scheduler, hop: hop, buffering: buffering, dropped: dropped))
  }

  /// Returns a task that is started on the scheduler. See ``Publisher/subscribe(on:after:)``.
  @_alwaysEmitIntoClient
  public func subscribe(on scheduler: any UpdateScheduler, after delay: Duration = .zero) -> PublishedTask {
    delivered(by: Broadcaster(self).subscribe(on: scheduler, after: delay))
  }
}
