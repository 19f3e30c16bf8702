public import TidingsCore
public import TidingsTasks

#if !canImport(Combine)
  public import Foundation

  #if canImport(FoundationNetworking)
    public import FoundationNetworking
  #endif
#endif

// The compiler answers each name of Combine with the name here. Types of the imported library take precedence.

@available(*, unavailable, renamed: "Subscription") public typealias AnyCancellable = Subscription
@available(
  *, unavailable, message: "Use 'Broadcaster' for events, 'PublishedValue' for values, 'PublishedTask' for work."
)
public typealias AnyPublisher<Update: Sendable, Failure: Error> = Broadcaster<Update>
@available(*, unavailable, renamed: "PublishedProperty")
public typealias CurrentValueSubject<Value: Sendable, Failure: Error> = PublishedProperty<Value>
@available(*, unavailable, message: "Use 'Broadcaster.deferred { … }'. A task starts with its first subscriber anyway.")
public struct Deferred<Inner>: Sendable {
  public init(createPublisher: () -> Inner) {}
}
@available(*, unavailable, message: "Use 'Broadcaster.empty', or 'Broadcaster.never'.")
public typealias Empty<Update: Sendable, Failure: Error> = Broadcaster<Update>
@available(*, unavailable, message: "Use 'PublishedTask.failure(…)', or an event that is a 'Result'.")
public struct Fail<Output, Failure: Error>: Sendable {
  public init(error: Failure) {}
}
@available(*, unavailable, message: "Use 'PublishedTask { try await … }', or 'PublishedTask(callback:)'.")
public typealias Future<Success: Sendable, Failure: Error> = PublishedTask<Never, Success, Failure>
@available(*, unavailable, message: "Use 'Broadcaster.just(…)', or 'PublishedValue(constant:)' for a value.")
public typealias Just<Update: Sendable> = PublishedProperty<Update>
@available(*, unavailable, renamed: "BroadcastSource")
public typealias PassthroughSubject<Update: Sendable, Failure: Error> = BroadcastSource<Update>
@available(*, unavailable, renamed: "PublishedProperty")
public typealias Published<Value: Sendable> = PublishedProperty<Value>

@available(
  *, unavailable, message: "Use 'first.combineLatest(second)', 'first.zip(second)' or 'first.merge(with: second)'."
)
public enum Publishers: Sendable {
  public struct MergeMany<Inner>: Sendable {
    public init(_ inner: Inner...) {}
    public init(_ inner: [Inner]) {}
  }
  public struct CombineLatest<First, Second>: Sendable {
    public init(_ first: First, _ second: Second) {}
  }
  public struct Merge<First, Second>: Sendable {
    public init(_ first: First, _ second: Second) {}
  }
  public struct Zip<First, Second>: Sendable {
    public init(_ first: First, _ second: Second) {}
  }
}

@available(*, unavailable, message: "Use 'subscribe { … }' and keep the subscription, for example with 'store(in:)'.")
extension Publisher {
  public func sink(receiveValue: @escaping @Sendable (Update) -> Void) -> Subscription { attach(receiveValue) }
}

@available(*, unavailable, message: "Use 'subscribe(success:failure:)' and keep the subscription.")
extension PublishedTask {
  public func sink(receiveValue: @escaping @Sendable (Success) -> Void) -> Subscription { Subscription {} }
  public func sink(
    receiveCompletion: @escaping @Sendable (CombineCompletion) -> Void,
    receiveValue: @escaping @Sendable (Success) -> Void
  ) -> Subscription {
    Subscription {}
  }
}

@available(*, unavailable, message: "Events and values cannot fail, so remove this. For a task, use 'withFailure(_:)'.")
extension Publisher {
  public func assertNoFailure() -> Broadcaster<Update> { .never }
  public func setFailureType<Failure: Error>(to type: Failure.Type) -> Broadcaster<Update> { .never }
}

@available(*, unavailable, message: "Use 'share()', which starts with its first subscriber.")
extension Publisher {
  public func autoconnect() -> Broadcaster<Update> { .never }
  public func makeConnectable() -> Broadcaster<Update> { .never }
}

extension Publisher {
  @available(*, unavailable, renamed: "logged(label:)")
  public func print(_ prefix: String = "") -> Broadcaster<Update> { .never }

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

extension PublishedProperty {
  @available(*, unavailable, message: "Remove this: a property ends when it is released.")
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

@available(*, unavailable, message: "Set 'value'.") extension PublishedProperty {
  public func send(_ value: Value) {}
}

@available(*, unavailable, message: "Set 'value' of the 'PublishedProperty' that this value comes from.")
extension PublishedValue {
  public func send(_ value: Value) {}
}

// With Combine, these names are those of Combine.
#if !canImport(Combine)
  extension Sequence where Self: Sendable, Element: Sendable {
    @available(*, unavailable, renamed: "broadcaster()")
    public var publisher: Broadcaster<Element> { .never }
  }

  extension NotificationCenter {
    @available(*, unavailable, message: "Use 'broadcaster(for: name) { $0.userInfo?[key] as? Value }'.")
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> Broadcaster<Notification> { .never }
  }

  extension URLSession {
    @available(*, unavailable, message: "Use 'publishedTask(for:decoding:)'.")
    public func dataTaskPublisher(for request: some TransferRequestConvertible) -> TransferTask<Data> { .pending() }
  }

  extension Timer {
    @available(*, unavailable, message: "Use 'Broadcaster.every(.seconds(1), scheduler: .main)'.")
    public static func publish(
      every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode
    ) -> Broadcaster<Int> {
      .never
    }
  }
#endif

extension DecodedResponse {
  @available(*, unavailable, renamed: "body") public var data: Body { body }
  @available(*, unavailable, renamed: "body") public var output: Body { body }
}
