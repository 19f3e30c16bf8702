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
public final class BroadcasterStub<Update: Sendable>: Sendable {
  private let source = BroadcastSource<Update>()
  private let log: SubscriptionLog
  private let jobs = SubscriptionBag()
  private let coldScript: Script<Update>?

  /// Creates a stub that the test controls.
  ///
  /// - Parameter scheduler: Measures the times of subscriptions. Nil means real time.
  public convenience init(scheduler: (any UpdateScheduler)? = nil) {
    self.init(scheduler: scheduler, coldScript: nil)
  }

  /// Creates a hot stub, which plays the script from now on, also without subscribers.
  ///
  /// - Parameters:
  ///   - script: The steps to play.
  ///   - scheduler: Measures the times, and plays the script.
  public convenience init(_ script: [Scripted<Update>], scheduler: any UpdateScheduler) {
    self.init(scheduler: scheduler, coldScript: nil)
    Script(script, on: scheduler).play(into: jobs) { [source] in source.perform($0) }
  }

  /// Creates a cold stub, which plays the script for each subscription.
  ///
  /// - Parameters:
  ///   - script: The steps to play.
  ///   - scheduler: Measures the times, and plays the script.
  public convenience init(cold script: [Scripted<Update>], scheduler: any UpdateScheduler) {
    self.init(scheduler: scheduler, coldScript: Script(script, on: scheduler))
  }

  private init(scheduler: (any UpdateScheduler)?, coldScript: Script<Update>?) {
    log = SubscriptionLog(timeOf: scheduler)
    self.coldScript = coldScript
  }

  /// The publisher for the code under test.
  public var broadcaster: Broadcaster<Update> {
    log.watch(coldScript.map(cold) ?? source.broadcaster)
  }

  /// Sends an update to the subscribers.
  public func send(_ update: Update) {
    source.send(update)
  }

  /// Ends the broadcaster, after earlier updates.
  public func finish() {
    source.finish()
  }

  /// All subscriptions, in order.
  public var subscriptions: [StubSubscription] { log.subscriptions }

  private func cold(_ script: Script<Update>) -> Broadcaster<Update> {
    let source = source.broadcaster
    return .deferred {
      Broadcaster<Update> { run in
        let inputs = SubscriptionBag()
        source.attach { run.send($0) }.whenEnded(isolation: nil) { run.finish() }.store(in: inputs)
        script.play(into: inputs) { run.perform($0) }
        return Subscription { inputs.removeAll() }
      }
    }
  }
}

extension BroadcasterStub where Update == Void {
  /// Sends an update without content.
  public func send() {
    send(())
  }
}

extension BroadcastSource {
  fileprivate func perform(_ event: PublisherEvent<Update>) {
    switch event {
    case .update(let update): send(update)
    case .ended: finish()
    }
  }
}
