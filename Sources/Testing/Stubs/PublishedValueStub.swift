import TidingsAdapters
public import TidingsCore

/// A published value that a test controls, with a list of its subscriptions.
///
///     let isOnline = PublishedValueStub(true)
///     let model = InboxModel(isOnline: isOnline.publishedValue)
///     isOnline.value = false
///
/// Changes may also come by a script, at virtual times. A *hot* stub goes through its script once, from its creation,
/// whoever listens; a *cold* one anew for each subscription, from its initial value. When the stub goes away, it ends.
public final class PublishedValueStub<Value: Sendable>: Sendable {
  private let property: HeldSource<PublishedProperty<Value>>
  private let current: PublishedValue<Value>
  private let changes = BroadcastSource<Value>()
  private let initial: Value
  private let log: SubscriptionLog
  private let jobs = SubscriptionBag()
  private let coldScript: Script<Value>?

  /// A stub to be driven by the test.
  ///
  /// - Parameters:
  ///   - initial: The value to begin with.
  ///   - scheduler: Tells when subscriptions begin and end; real time without one.
  public convenience init(_ initial: Value, scheduler: (any UpdateScheduler)? = nil) {
    self.init(initial, scheduler: scheduler, coldScript: nil)
  }

  /// Creates a hot stub, which plays the script from now on, also without subscribers.
  public convenience init(_ initial: Value, _ script: [Scripted<Value>], scheduler: any UpdateScheduler) {
    self.init(initial, scheduler: scheduler, coldScript: nil)
    Script(script, on: scheduler).play(into: jobs) { [property] in property.perform($0) }
  }

  /// A cold stub: goes through the script anew for each subscription, from its beginning.
  public convenience init(_ initial: Value, cold script: [Scripted<Value>], scheduler: any UpdateScheduler) {
    self.init(initial, scheduler: scheduler, coldScript: Script(script, on: scheduler))
  }

  private init(_ initial: Value, scheduler: (any UpdateScheduler)?, coldScript: Script<Value>?) {
    let property = PublishedProperty(initial)
    self.property = HeldSource(property)
    current = property.publishedValue
    self.initial = initial
    log = SubscriptionLog(timeOf: scheduler)
    self.coldScript = coldScript
  }

  /// What to give to the code under test.
  public var publishedValue: PublishedValue<Value> {
    let current = current
    return PublishedValue(log.watch(coldScript.map(cold) ?? Broadcaster(current)), read: current.read)
  }

  /// The value that was last set. Setting it updates those who are subscribed, if it has changed.
  public var value: Value {
    get { current.value }
    set {
      property.perform(.update(newValue))
      changes.send(newValue)
    }
  }

  /// Ends, after what was set before. What is set from then on is dropped.
  public func finish() {
    property.perform(.ended)
    changes.finish()
  }

  /// The subscriptions, in order.
  public var subscriptions: [StubSubscription] { log.subscriptions }

  private func cold(_ script: Script<Value>) -> Broadcaster<Value> {
    let changes = changes.broadcaster
    return .deferred { [initial] in
      PublishedValue(initial: initial) { property in
        let property = HeldSource(property)
        let inputs = SubscriptionBag()
        changes.attach { property.perform(.update($0)) }
          .whenEnded(isolation: nil) { property.perform(.ended) }
          .store(in: inputs)
        script.play(into: inputs) { property.perform($0) }
        return Subscription { inputs.removeAll() }
      }
    }
  }
}

extension HeldSource {
  fileprivate func perform<Value>(_ event: PublisherEvent<Value>) where Source == PublishedProperty<Value> {
    switch event {
    case .update(let value): source?.value = value
    case .ended: letGo()
    }
  }
}
