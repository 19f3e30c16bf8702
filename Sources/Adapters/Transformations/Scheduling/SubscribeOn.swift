public import TidingsCore

extension Publisher {
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
  public func subscribe(on scheduler: any UpdateScheduler, after delay: Duration = .zero) -> Broadcaster<Update> {
    subscribed(on: scheduler, after: delay)
  }
}

extension ValuePublisher {
  /// Returns a value. See ``Publisher/subscribe(on:after:)``.
  ///
  /// A subscriber first receives the value at the time of the subscription.
  public func subscribe(on scheduler: any UpdateScheduler, after delay: Duration = .zero) -> PublishedValue<Update> {
    let value = publishedValue
    return value.delivered(by: value.subscribed(on: scheduler, after: delay))
  }
}

extension PublishedTask {
  /// Returns a task that is started on the scheduler. See ``Publisher/subscribe(on:after:)``.
  public func subscribe(on scheduler: any UpdateScheduler, after delay: Duration = .zero) -> PublishedTask {
    delivered(by: subscribed(on: scheduler, after: delay))
  }
}

extension Publisher {
  func subscribed(on scheduler: any UpdateScheduler, after delay: Duration) -> Broadcaster<Update> {
    Broadcaster(attaching: { [upstream = Broadcaster(self)] receive, ended in
      MainActorDeadlockCheck.note(.scheduler(scheduler))
      // A hub for one subscriber, which has all guarantees before the subscription.
      let hub = Hub<Update>(remembering: 0) { hub, run in
        let upstreams = Upstreams()
        let connect = { @Sendable () -> Void in
          upstreams.connect(upstream, ended: { hub.finish(in: run) }) { hub.publish($0, in: run) }
        }
        guard delay > .zero else {
          scheduler.enqueue(connect)
          return upstreams.token
        }
        let timer = scheduler.enqueue(after: delay, connect)
        return Subscription {
          timer.invalidate()
          upstreams.token.invalidate()
        }
      }
      return hub.join(receive, ended: ended)
    })
  }
}
