public import TidingsCore
public import TidingsTasks

// The compiler answers each name of Combine with the name here. Types of the imported library take precedence.

@available(*, unavailable, renamed: "Subscription")
public typealias AnyCancellable = Subscription
@available(
  *, unavailable, message: "Use 'Broadcaster' for events, 'PublishedValue' for values, 'PublishedTask' for work."
)
public typealias AnyPublisher<Update: Sendable, Failure: Error> = Broadcaster<Update>
@available(*, unavailable, renamed: "PublishedProperty")
public typealias CurrentValueSubject<Value: Sendable, Failure: Error> = PublishedProperty<Value>
@available(*, unavailable, message: "Use 'PublishedTask { try await … }', or 'PublishedTask(callback:)'.")
public typealias Future<Success: Sendable, Failure: Error> = PublishedTask<Never, Success, Failure>
@available(*, unavailable, message: "Use 'Broadcaster.just(…)', or 'PublishedValue(constant:)' for a value.")
public typealias Just<Update: Sendable> = PublishedProperty<Update>
@available(*, unavailable, renamed: "BroadcastSource")
public typealias PassthroughSubject<Update: Sendable, Failure: Error> = BroadcastSource<Update>
@available(*, unavailable, renamed: "PublishedProperty")
public typealias Published<Value: Sendable> = PublishedProperty<Value>

@available(*, unavailable, message: "Use 'subscribe { … }' and keep the subscription, for example with 'store(in:)'.")
extension Publisher {
  public func sink(receiveValue: @escaping @Sendable (Update) -> Void) -> Subscription { attach(receiveValue) }
}

extension Publisher {
  @available(*, unavailable, renamed: "bind(to:on:)")
  public func assign<Object: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Object, Update>, on object: Object
  ) -> Subscription {
    Subscription {}
  }

  @available(
    *, unavailable,
    message: "Use 'bind(to:)' for a 'PublishedProperty', or 'subscribe { [weak self] in self?.name = $0 }'."
  )
  public func assign<Value>(to property: inout Value) -> Subscription { Subscription {} }

  @available(*, unavailable, renamed: "drop(until:)")
  public func drop(untilOutputFrom other: some Publisher) -> Broadcaster<Update> { .never }

  @available(
    *, unavailable,
    message: """
      There is no 'AnyPublisher': an operator returns a 'Broadcaster', a 'PublishedValue' or a 'PublishedTask', and \
      'broadcaster()' makes the first of any publisher.
      """
  )
  public func eraseToAnyPublisher() -> Broadcaster<Update> { .never }

  @available(
    *, unavailable,
    message: "Use 'prefix(1)' for a publisher of the first update; 'await publisher.first()' waits for it."
  )
  public func first() -> Broadcaster<Update> { .never }

  @available(
    *, unavailable, message: "Use 'filter { … }.prefix(1)' for a publisher; 'await publisher.first { … }' waits for it."
  )
  public func first(where condition: @escaping @Sendable (Update) -> Bool) -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "ignoreUpdates()")
  public func ignoreOutput() -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "prefix(until:)")
  public func prefix(untilOutputFrom other: some Publisher) -> Broadcaster<Update> { .never }

  @available(
    *, unavailable, message: "Use 'subscribe { … } ended: { … }' and keep the subscription; failures are for tasks."
  )
  public func sink(
    receiveCompletion: @escaping @Sendable (CombineCompletion) -> Void,
    receiveValue: @escaping @Sendable (Update) -> Void
  ) -> Subscription {
    attach(receiveValue)
  }

  @available(*, unavailable, message: "Use 'handleEvents(subscribed:update:ended:invalidated:)'.")
  public func handleEvents(
    receiveSubscription: (@Sendable (Any) -> Void)? = nil, receiveOutput: (@Sendable (Update) -> Void)? = nil,
    receiveCompletion: (@Sendable (CombineCompletion) -> Void)? = nil, receiveCancel: (@Sendable () -> Void)? = nil
  ) -> Broadcaster<Update> {
    .never
  }
}

/// The completion of Combine, so that the compiler answers a call with one.
public enum CombineCompletion: Sendable { case finished, failure(any Error) }

extension BroadcastSource {
  @available(*, unavailable, message: "Use 'finish()'. Events do not fail: send a 'Result'.")
  public func send(completion: CombineCompletion) {}
}

extension Subscription {
  @available(*, unavailable, renamed: "invalidate()")
  public func cancel() {}
}

extension SubscriptionBag {
  @available(*, unavailable, renamed: "removeAll()")
  public func cancel() {}
}

@available(*, unavailable, message: "Set 'value'.")
extension PublishedProperty {
  public func send(_ value: Value) {}
}

@available(*, unavailable, message: "Set 'value' of the 'PublishedProperty' that this value comes from.")
extension PublishedValue {
  public func send(_ value: Value) {}
}

extension DecodedResponse {
  @available(*, unavailable, renamed: "body")
  public var data: Body { body }
  @available(*, unavailable, renamed: "body")
  public var output: Body { body }
}
