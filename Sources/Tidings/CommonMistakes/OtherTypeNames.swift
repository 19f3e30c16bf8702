public import TidingsCore

// Types by the names that other libraries have for them. Where such a library is imported as well, its own type is meant.

@available(*, unavailable, renamed: "BroadcastSource")
public typealias PassthroughSubject<Update: Sendable, Failure: Error> = BroadcastSource<Update>

@available(*, unavailable, renamed: "BroadcastSource")
public typealias PublishSubject<Update: Sendable> = BroadcastSource<Update>

@available(*, unavailable, renamed: "BroadcastSource")
public typealias PublishRelay<Update: Sendable> = BroadcastSource<Update>

@available(*, unavailable, message: "Use 'BroadcastSource(replaying:)'.")
public typealias ReplaySubject<Update: Sendable> = BroadcastSource<Update>

@available(*, unavailable, renamed: "PublishedProperty")
public typealias CurrentValueSubject<Value: Sendable, Failure: Error> = PublishedProperty<Value>

@available(*, unavailable, renamed: "PublishedProperty")
public typealias BehaviorSubject<Value: Sendable> = PublishedProperty<Value>

@available(*, unavailable, renamed: "PublishedProperty")
public typealias BehaviorRelay<Value: Sendable> = PublishedProperty<Value>

@available(*, unavailable, renamed: "PublishedProperty")
public typealias MutableProperty<Value: Sendable> = PublishedProperty<Value>

@available(*, unavailable, message: "Use 'Broadcaster.just(…)', or 'PublishedValue(constant:)' for a value.")
public typealias Just<Update: Sendable> = PublishedProperty<Update>

@available(*, unavailable, message: "Use 'PublishedTask { try await … }', or 'PublishedTask(callback:)'.")
public typealias Future<Success: Sendable, Failure: Error> = PublishedTask<Never, Success, Failure>

@available(
  *, unavailable, message: "Use 'Broadcaster' for events, 'PublishedValue' for values, 'PublishedTask' for work."
)
public typealias AnyPublisher<Update: Sendable, Failure: Error> = Broadcaster<Update>

@available(*, unavailable, message: "Use 'PublishedTask', which starts with its first subscriber.")
public typealias SignalProducer<Update: Sendable, Failure: Error> = Broadcaster<Update>

@available(*, unavailable, renamed: "Subscription")
public typealias AnyCancellable = Subscription

@available(*, unavailable, renamed: "Subscription")
public typealias Disposable = Subscription

@available(*, unavailable, renamed: "SubscriptionBag")
public typealias DisposeBag = SubscriptionBag

@available(*, unavailable, renamed: "SubscriptionBag")
public typealias CompositeDisposable = SubscriptionBag
