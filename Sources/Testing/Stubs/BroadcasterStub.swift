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
/// Updates may also come by a script, at virtual times. A *hot* stub goes through its script once, from its creation,
/// whoever listens; a *cold* one anew for each subscription. When the stub goes away, it ends.
public final class BroadcasterStub<Update: Sendable>: Sendable {
  private let source = BroadcastSource<Update>()
  private let log: SubscriptionLog
  private let jobs = SubscriptionBag()
  private let coldScript: Script<Update>?

  /// A stub to be driven by the test.
  ///
  /// - Parameter scheduler: Tells when subscriptions begin and end; real time without one.
  public convenience init(scheduler: (any UpdateScheduler)? = nil) {
    self.init(scheduler: scheduler, coldScript: nil)
  }

  /// Creates a hot stub, which plays the script from now on, also without subscribers.
  public convenience init(_ script: [Scripted<Update>], scheduler: any UpdateScheduler) {
    self.init(scheduler: scheduler, coldScript: nil)
    Script(script, on: scheduler).play(into: jobs) { [source] in source.perform($0) }
  }

  /// A cold stub: goes through the script anew for each subscription, from its beginning.
  public convenience init(cold script: [Scripted<Update>], scheduler: any UpdateScheduler) {
    self.init(scheduler: scheduler, coldScript: Script(script, on: scheduler))
  }

  private init(scheduler: (any UpdateScheduler)?, coldScript: Script<Update>?) {
    log = SubscriptionLog(timeOf: scheduler)
    self.coldScript = coldScript
  }

  /// What to give to the code under test.
  public var broadcaster: Broadcaster<Update> {
    log.watch(coldScript.map(cold) ?? source.broadcaster)
  }

  /// Sends an update to those who are subscribed.
  public func send(_ update: Update) {
    source.send(update)
  }

  /// Ends, after what was sent before.
  public func finish() {
    source.finish()
  }

  /// The subscriptions, in order.
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
