import TidingsAdapters
public import TidingsCore

/// A broadcaster that a test controls, with a list of its subscriptions.
///
///     let messages = BroadcasterStub<String>()
///     let model = ChatModel(messages: messages.broadcaster)
///     messages.send("Hello")
///     …
///     #expect(messages.subscriptions.count == 1)
///
/// A script can send updates at virtual times. A *hot* stub plays its script once, from its creation. A *cold* stub
/// plays it for each subscription. The subscriptions end when the stub is released.
///
/// A published value needs no stub: use a `PublishedProperty`.
public final class BroadcasterStub<Update: Sendable>: Sendable {
  private let source = BroadcastSource<Update>()
  private let log: SubscriptionLog
  private let jobs = SubscriptionBag()

  /// The publisher for the code under test.
  public let broadcaster: Broadcaster<Update>

  /// Creates a stub that the test controls.
  ///
  /// - Parameter scheduler: Measures the times of subscriptions. Nil means real time.
  public init(scheduler: (any UpdateScheduler)? = nil) {
    log = SubscriptionLog(timeOf: scheduler)
    broadcaster = log.watch(source.broadcaster)
  }

  /// Creates a hot stub, which plays the script from now on, also without subscribers.
  ///
  /// - Parameters:
  ///   - script: The events to send, with their times from now on.
  ///   - scheduler: Measures the times, and plays the script.
  public convenience init(_ script: [TimelineEvent<Update>], scheduler: some UpdateScheduler) {
    self.init(scheduler: scheduler)
    script.play(on: scheduler, into: jobs) { [source] in source.perform($0) }
  }

  /// Creates a cold stub, which plays the script for each subscription.
  ///
  /// - Parameters:
  ///   - script: The events to send, with their times from each subscription on.
  ///   - scheduler: Measures the times, and plays the script.
  public init(cold script: [TimelineEvent<Update>], scheduler: some UpdateScheduler) {
    log = SubscriptionLog(timeOf: scheduler)
    let sent = source.broadcaster
    broadcaster = log.watch(
      .deferred {
        Broadcaster<Update> { run in
          let inputs = SubscriptionBag()
          sent.attach { run.send($0) }.whenEnded(isolation: nil) { run.finish() }.store(in: inputs)
          script.play(on: scheduler, into: inputs) { run.perform($0) }
          return Subscription { inputs.removeAll() }
        }
      })
  }

  /// Sends an update to the subscribers.
  public func send(_ update: Update) { source.send(update) }

  /// Ends the broadcaster, after earlier updates.
  public func finish() { source.finish() }

  /// All subscriptions, in order.
  public var subscriptions: [StubSubscription] { log.subscriptions }
}

extension BroadcasterStub where Update == Void {
  /// Sends an update without content.
  public func send() { send(()) }
}

extension BroadcastSource {
  fileprivate func perform(_ event: PublisherEvent<Update>) {
    switch event {
    case .update(let update): send(update)
    case .ended: finish()
    }
  }
}
