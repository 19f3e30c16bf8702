import Dispatch
import TestSupport
import Tidings
import TidingsCore

extension HopSubject {
  static let all = schedulers + actors + operators

  private static let schedulers = [
    HopSubject("receive(on:) a serial queue") { onQueue(DispatchQueue(label: "serial")) },
    HopSubject("receive(on:) a serial queue, when needed,", atOnce: .whenThere) {
      onQueue(DispatchQueue(label: "serial"), hop: .whenNeeded)
    },
    HopSubject("receive(on:) a concurrent queue", isSerial: false) {
      onQueue(DispatchQueue(label: "concurrent", attributes: .concurrent))
    },
    HopSubject("receive(on:) a global queue", isSerial: false) { onQueue(.global(qos: .utility)) },
    HopSubject("receive(on:) the main queue", atOnce: .whenThere) { onQueue(.main) },
    HopSubject("receive(on:) the main queue, always hopping,") { onQueue(.main, hop: .always) },
    HopSubject("receive(on:) a clock") {
      let queue = DispatchQueue(label: "clock")
      return on(ClockScheduler(ContinuousClock(), on: queue), of: queue, hop: nil)
    },
  ]

  private static func onQueue(_ queue: DispatchQueue, hop: Hop? = nil) -> HopRig {
    on(queue, of: queue, hop: hop)
  }

  private static func on(_ scheduler: some UpdateScheduler, of queue: DispatchQueue, hop: Hop?) -> HopRig {
    @Sendable func perform(_ body: @escaping @Sendable () -> Void) async {
      await withCheckedContinuation { continuation in
        queue.async {
          body()
          continuation.resume()
        }
      }
    }
    return HopRig(
      subscribe: { publisher, subscriber in
        let result = Held<Subscription>()
        let scope = LiveScope.current
        await perform {
          scope.bound {
            let subscription = publisher.received(on: scheduler, hop, subscriber.buffering, subscriber.receive)
            subscriber.subscribed()
            subscription.whenEnded(isolation: nil, subscriber.ended)
            result.hold(subscription)
          }
        }
        guard let subscription = result.current else { preconditionFailure("The queue has not run its job") }
        return subscription
      }, perform: perform, isCurrent: { scheduler.isCurrent })
  }

  private static let actors = [
    HopSubject("subscribe(buffering:) on an actor", atOnce: .initially) { on(Resident(), hop: .whenNeeded) },
    HopSubject("subscribe(buffering:) on an actor, always hopping,") { on(Resident(), hop: .always) },
    HopSubject("subscribe(buffering:) on the main actor", atOnce: .whenThere) { onMainActor(hop: .whenNeeded) },
    HopSubject("subscribe(buffering:) on the main actor, always hopping,") { onMainActor(hop: .always) },
  ]

  private static let operators = [
    HopSubject("onMainActor", atOnce: .whenThere, buffers: false) {
      HopRig(
        subscribe: { publisher, subscriber in
          await MainActor.run {
            let subscription = publisher.mapped(onMainActor: { $0 }).attach(subscriber.receive, ended: subscriber.ended)
            subscriber.subscribed()
            return subscription
          }
        }, perform: { body in await MainActor.run { body() } }, isCurrent: { MainQueue.isCurrent })
    },
    HopSubject("broadcaster() of an AsyncStream", isSerial: false, buffers: false) {
      HopRig(
        subscribe: { publisher, subscriber in
          let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
          let source = publisher.attach({ continuation.yield($0) }, ended: { continuation.finish() })
          continuation.onTermination = { _ in source.invalidate() }
          let subscription = stream.broadcaster().attach(subscriber.receive, ended: subscriber.ended)
          subscriber.subscribed()
          return subscription
        }, perform: { $0() }, isCurrent: { true })
    },
  ]

  private static func on(_ actor: Resident, hop: Hop) -> HopRig {
    HopRig(
      subscribe: { await actor.subscribe($1, to: $0, hop: hop) },
      perform: { await actor.perform($0) },
      isCurrent: {
        // There is no other way to check this, so a violation stops the test program.
        actor.preconditionIsolated()
        return true
      })
  }

  private static func onMainActor(hop: Hop) -> HopRig {
    HopRig(
      subscribe: { publisher, subscriber in
        await MainActor.run {
          let subscription = publisher.subscribe(hop: hop, buffering: subscriber.buffering) {
            subscriber.receive($0)
          } ended: {
            subscriber.ended()
          }
          subscriber.subscribed()
          return subscription
        }
      }, perform: { body in await MainActor.run { body() } }, isCurrent: { MainQueue.isCurrent })
  }
}

private actor Resident {
  func subscribe(_ subscriber: HopRig.Subscriber, to publisher: any Publisher<Int>, hop: Hop) -> Subscription {
    let subscription = publisher.subscribe(hop: hop, buffering: subscriber.buffering) {
      subscriber.receive($0)
    } ended: {
      subscriber.ended()
    }
    subscriber.subscribed()
    return subscription
  }

  func perform(_ body: @Sendable () -> Void) {
    body()
  }
}

extension Publisher<Int> {
  fileprivate func mapped(onMainActor transform: @escaping @MainActor @Sendable (Int) -> Int) -> any Publisher<Int> {
    if let value = self as? PublishedValue<Int> { return value.onMainActor.map(transform) }
    return onMainActor.map(transform)
  }

  fileprivate func received(
    on scheduler: some UpdateScheduler, _ hop: Hop?, _ buffering: Buffering,
    _ receive: @escaping @Sendable (Int) -> Void
  ) -> Subscription {
    if let value = self as? PublishedValue<Int> {
      let received: PublishedValue<Int> = value.receive(on: scheduler, hop: hop, buffering: buffering)
      return received.attach(receive)
    }
    return self.receive(on: scheduler, hop: hop, buffering: buffering).attach(receive)
  }
}

extension Subject {
  /// The publisher before the hop.
  static let hopSources =
    onValue("the updates") { $0.publishedValue } + [
      onBroadcaster("the updates") { $0 }, onTask("the updates") { $0 },
    ]
}
