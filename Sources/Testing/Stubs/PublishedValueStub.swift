import TidingsAdapters
public import TidingsCore

/// A published value that a test controls, with a list of its subscriptions.
///
///     let isOnline = PublishedValueStub(true)
///     let model = InboxModel(isOnline: isOnline.publishedValue)
///     isOnline.value = false
///
/// A script can set values at virtual times. A *hot* stub plays its script once, from its creation. A *cold* stub plays
/// it for each subscription. The subscriptions end when the stub is released.
public final class PublishedValueStub<Value: Sendable>: Sendable {
  private let property: PublishedProperty<Value>
  /// The initial value and all that the test has set, in one order for all subscriptions.
  private let changes = BroadcastSource<Value>(replaying: 1)
  private let log: SubscriptionLog
  private let jobs = SubscriptionBag()

  /// The publisher for the code under test.
  public let publishedValue: PublishedValue<Value>

  /// Creates a stub that the test controls.
  ///
  /// - Parameters:
  ///   - initial: The initial value.
  ///   - scheduler: Measures the times of subscriptions. Nil means real time.
  public init(_ initial: Value, scheduler: (any UpdateScheduler)? = nil) {
    property = PublishedProperty(initial)
    log = SubscriptionLog(timeOf: scheduler)
    let current = property.publishedValue
    publishedValue = current.delivered(by: log.watch(Broadcaster(current)))
  }

  /// Creates a hot stub, which plays the script from now on, also without subscribers.
  ///
  /// - Parameters:
  ///   - initial: The initial value.
  ///   - script: The steps to play.
  ///   - scheduler: Measures the times, and plays the script.
  public convenience init(_ initial: Value, _ script: [Scripted<Value>], scheduler: any UpdateScheduler) {
    self.init(initial, scheduler: scheduler)
    script.play(on: scheduler, into: jobs) { [property] in property.perform($0) }
  }

  /// Creates a cold stub, which plays the script for each subscription.
  ///
  /// - Parameters:
  ///   - initial: The initial value.
  ///   - script: The steps to play.
  ///   - scheduler: Measures the times, and plays the script.
  public init(_ initial: Value, cold script: [Scripted<Value>], scheduler: any UpdateScheduler) {
    property = PublishedProperty(initial)
    log = SubscriptionLog(timeOf: scheduler)
    changes.send(initial)
    let changes = changes.broadcaster
    let cold = Broadcaster<Value>.deferred {
      PublishedValue(initial: initial) { property in
        let inputs = SubscriptionBag()
        changes.attach { property.value = $0 }.whenEnded(isolation: nil) { property.finish() }.store(in: inputs)
        script.play(on: scheduler, into: inputs) { property.perform($0) }
        return Subscription { inputs.removeAll() }
      }
    }
    publishedValue = property.publishedValue.delivered(by: log.watch(cold))
  }

  /// The current value. Setting it notifies subscribers if it changes.
  public var value: Value {
    get { property.value }
    set {
      property.value = newValue
      changes.send(newValue)
    }
  }

  /// Ends the value. Values that are set afterwards are dropped.
  public func finish() {
    property.finish()
    changes.finish()
  }

  /// All subscriptions, in order.
  public var subscriptions: [StubSubscription] { log.subscriptions }
}

extension PublishedProperty {
  fileprivate func perform(_ event: PublisherEvent<Value>) {
    switch event {
    case .update(let value): self.value = value
    case .ended: finish()
    }
  }
}
