public import TidingsCore

extension Publisher {
  /// Subscribes on a scheduler, now or later.
  ///
  ///     fileChanges.subscribe(on: DispatchQueue.global(qos: .utility))
  ///
  /// For publishers whose subscription takes its time, or must happen in one place. What this publisher delivers at once
  /// is delivered there; later updates come where they are published, see
  /// ``Publisher/receive(on:hop:buffering:dropped:)``. Until then nothing is subscribed, and who leaves before is never
  /// subscribed. Ends when this publisher ends.
  ///
  /// - Parameters:
  ///   - scheduler: Where to subscribe.
  ///   - delay: How long after the call; zero or less means as soon as possible.
  public func subscribe(on scheduler: any UpdateScheduler, after delay: Duration = .zero) -> Broadcaster<Update> {
    subscribed(on: scheduler, after: delay)
  }
}

extension ValuePublisher {
  /// As ``Publisher/subscribe(on:after:)``; the result is a value, and reads as this one.
  ///
  /// A subscriber gets the value that is current when the scheduler has subscribed.
  public func subscribe(on scheduler: any UpdateScheduler, after delay: Duration = .zero) -> PublishedValue<Update> {
    let value = publishedValue
    return value.delivered(by: value.subscribed(on: scheduler, after: delay))
  }
}

extension PublishedTask {
  /// As ``Publisher/subscribe(on:after:)``; the result is a task, which is started on the scheduler.
  public func subscribe(on scheduler: any UpdateScheduler, after delay: Duration = .zero) -> PublishedTask {
    delivered(by: subscribed(on: scheduler, after: delay))
  }
}

extension Publisher {
  func subscribed(on scheduler: any UpdateScheduler, after delay: Duration) -> Broadcaster<Update> {
    Broadcaster(attaching: { [upstream = Broadcaster(self)] receive, ended in
      MainActorDeadlockCheck.note(.scheduler(scheduler))
      // A hub for one: its subscriber has every promise while nothing is subscribed yet.
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
