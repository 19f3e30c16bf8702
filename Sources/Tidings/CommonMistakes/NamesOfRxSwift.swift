public import Dispatch
public import TidingsAdapters
public import TidingsCore

// The compiler answers each name of RxSwift with the name here. Types of the imported library take precedence.

@available(*, unavailable, renamed: "PublishedProperty")
public typealias BehaviorRelay<Value: Sendable> = PublishedProperty<Value>
@available(*, unavailable, renamed: "PublishedProperty")
public typealias BehaviorSubject<Value: Sendable> = PublishedProperty<Value>
@available(*, unavailable, renamed: "SubscriptionBag") public typealias CompositeDisposable = SubscriptionBag
@available(*, unavailable, message: "Use 'PublishedTask<Never, Void, any Error>'.")
public typealias Completable = PublishedTask<Never, Void, any Error>
@available(*, unavailable, renamed: "Subscription") public typealias Disposable = Subscription
@available(*, unavailable, renamed: "SubscriptionBag") public typealias DisposeBag = SubscriptionBag
@available(*, unavailable, message: "Use 'PublishedValue'. A closure in main-actor code runs on the main actor.")
public typealias Driver<Value: Sendable> = PublishedValue<Value>

@available(
  *, unavailable, message: "Return 'Subscription { … }', or 'Subscription.ended' if there is nothing to cancel."
)
public enum Disposables: Sendable {
  public static func create(_ dispose: @escaping @Sendable () -> Void = {}) -> Subscription { Subscription {} }
}

@available(*, unavailable, message: "Use '.main'. A closure in main-actor code runs on the main actor without it.")
public enum MainScheduler: Sendable {
  public static var instance: DispatchQueue { .main }
}

@available(*, unavailable, message: "Use 'PublishedTask' with an optional success.")
public typealias Maybe<Success: Sendable> = PublishedTask<Never, Success?, any Error>
@available(
  *, unavailable, message: "Use 'Broadcaster' for events, 'PublishedValue' for values, 'PublishedTask' for work."
)
public typealias Observable<Update: Sendable> = Broadcaster<Update>
@available(*, unavailable, renamed: "BroadcastSource")
public typealias PublishRelay<Update: Sendable> = BroadcastSource<Update>
@available(*, unavailable, renamed: "BroadcastSource")
public typealias PublishSubject<Update: Sendable> = BroadcastSource<Update>
@available(*, unavailable, message: "Use 'BroadcastSource(replaying:)'.")
public typealias ReplayRelay<Update: Sendable> = BroadcastSource<Update>
@available(*, unavailable, message: "Use 'BroadcastSource(replaying:)'.")
public typealias ReplaySubject<Update: Sendable> = BroadcastSource<Update>
@available(*, unavailable, message: "See 'ReplayRetention'.")
public enum SubjectLifetimeScope: Sendable { case whileConnected, forever }
@available(*, unavailable, message: "Use 'PublishedTask', which completes once with a result.")
public typealias Single<Success: Sendable> = PublishedTask<Never, Success, any Error>

@available(*, unavailable, message: "Use 'first.combineLatest(second)'.")
public func combineLatest<First: Publisher, Second: Publisher>(
  _ first: First, _ second: Second
) -> Broadcaster<(First.Update, Second.Update)> {
  .never
}

extension Broadcaster {
  @available(*, unavailable, message: "Use 'first.combineLatest(second) { … }'.")
  public static func combineLatest<First: Publisher, Second: Publisher>(
    _ first: First, _ second: Second,
    resultSelector: @escaping @Sendable (First.Update, Second.Update) -> Update
  ) -> Broadcaster<Update> {
    .never
  }

  @available(*, unavailable, message: "Use 'Broadcaster { source in … }', or 'PublishedTask' for work that ends.")
  public static func create(
    _ subscribe: @escaping @Sendable (BroadcastSource<Update>) -> Subscription
  ) -> Broadcaster<Update> {
    .never
  }

  @available(*, unavailable, message: "Use 'sequence.broadcaster()'.")
  public static func from(_ updates: some Sequence<Update>) -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "just(_:)")
  public static func of(_ updates: Update...) -> Broadcaster<Update> { .never }
  @available(*, unavailable, message: "Use 'Broadcaster.every(_:scheduler:)'.")
  public static func interval<Period>(_ period: Period, scheduler: Any) -> Broadcaster<Update> { .never }
  @available(*, unavailable, message: "Use 'Broadcaster.after(_:scheduler:)'.")
  public static func timer<Period>(_ delay: Period, scheduler: Any) -> Broadcaster<Update> { .never }
}

extension Broadcaster where Update == Never {
  @available(*, unavailable, message: "Use 'first.combineLatest(second)', or 'combinedLatest()' of an array.")
  public static func combineLatest<Source: Publisher, each Other: Publisher>(
    _ source: Source, _ others: repeat each Other
  ) -> Broadcaster<Int> {
    .never
  }
  @available(*, unavailable, message: "Use 'first.zip(second)', or 'zipped()' of an array.")
  public static func zip<Source: Publisher, each Other: Publisher>(
    _ source: Source, _ others: repeat each Other
  ) -> Broadcaster<Int> {
    .never
  }
  @available(*, unavailable, message: "Use 'first.merge(with: second)', or 'merged()' of an array.")
  public static func merge<Source: Publisher, each Other: Publisher>(
    _ source: Source, _ others: repeat each Other
  ) -> Broadcaster<Int> {
    .never
  }
}

@available(*, unavailable, message: "Use 'subscribe { … }' and keep the subscription, for example with 'store(in:)'.")
extension Publisher {
  public func bind(onNext: @escaping @Sendable (Update) -> Void) -> Subscription { attach(onNext) }
  public func drive(onNext: @escaping @Sendable (Update) -> Void) -> Subscription { attach(onNext) }
  public func emit(onNext: @escaping @Sendable (Update) -> Void) -> Subscription { attach(onNext) }
  public func subscribe(onNext: @escaping @Sendable (Update) -> Void) -> Subscription { attach(onNext) }
}

@available(*, unavailable, message: "Use 'subscribe(weak: owner) { owner, update in … }'.")
extension Publisher {
  public func subscribe<Owner: AnyObject>(
    with owner: Owner, onNext: @escaping @Sendable (Owner, Update) -> Void
  ) -> Subscription {
    Subscription {}
  }
  public func withUnretained<Owner: AnyObject>(_ owner: Owner) -> Broadcaster<Update> { .never }
}

@available(
  *, unavailable, message: "Events and values cannot fail, so remove this. For a task, use 'replaceError(with:)'."
)
extension Publisher {
  public func mapError<Failure>(_ transform: (any Error) -> Failure) -> Broadcaster<Update> { .never }
  public func replaceError<Value>(with value: Value) -> Broadcaster<Update> { .never }
  public func catchAndReturn<Value>(_ value: Value) -> Broadcaster<Update> { .never }
  public func catchErrorJustReturn<Value>(_ value: Value) -> Broadcaster<Update> { .never }
}

extension ValuePublisher {
  @available(*, unavailable, message: "Remove this: a value delivers only changes.")
  public func distinctUntilChanged() -> PublishedValue<Update> { publishedValue }
}

extension Publisher {
  @available(*, unavailable, renamed: "forward(to:)")
  public func bind(to source: BroadcastSource<Update>) -> Subscription { Subscription {} }
  @available(*, unavailable, renamed: "bind(to:)")
  public func drive(_ property: PublishedProperty<Update>) -> Subscription { Subscription {} }
  @available(*, unavailable, renamed: "race(with:)")
  public func amb(_ other: some Publisher<Update>) -> Broadcaster<Update> { .never }
  @available(*, unavailable, message: "Use 'receive(on: .main)'. A closure in main-actor code runs there without it.")
  public func asDriver() -> Broadcaster<Update> { .never }
  @available(*, unavailable, message: "Use 'publishedValue(initial:)'. A closure in main-actor code runs there.")
  public func asDriver<Value>(onErrorJustReturn value: Value) -> Broadcaster<Update> { .never }

  @available(
    *, unavailable,
    message: """
      There is no 'Observable': an operator returns a 'Broadcaster', a 'PublishedValue' or a 'PublishedTask', and \
      'broadcaster()' makes the first of any publisher.
      """
  )
  public func asObservable() -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "append(_:)")
  public func concat(_ other: some Publisher<Update>) -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "logged(label:)")
  public func debug(_ identifier: String = "") -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "removeDuplicates()")
  public func distinctUntilChanged() -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "removeDuplicates(by:)")
  public func distinctUntilChanged<Key>(at keyPath: KeyPath<Update, Key>) -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "removeDuplicates(by:)")
  public func distinctUntilChanged<Key>(_ key: @escaping @Sendable (Update) -> Key) -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "removeDuplicates(by:)")
  public func distinctUntilChanged(_ isSame: @escaping @Sendable (Update, Update) -> Bool) -> Broadcaster<Update> {
    .never
  }

  @available(*, unavailable, renamed: "handleEvents(subscribed:update:ended:invalidated:)")
  public func `do`(
    onNext: @escaping @Sendable (Update) -> Void = { _ in },
    onError: @escaping @Sendable (any Error) -> Void = { _ in },
    onCompleted: @escaping @Sendable () -> Void = {}, onSubscribe: @escaping @Sendable () -> Void = {},
    onDispose: @escaping @Sendable () -> Void = {}
  ) -> Broadcaster<Update> {
    .never
  }

  @available(*, unavailable, message: "Use 'dropFirst(index).prefix(1)'.")
  public func element(at index: Int) -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "flatMapFirst(_:)")
  public func exhaustMap<Inner: Publisher>(_ transform: @escaping @Sendable (Update) -> Inner) -> Broadcaster<Update> {
    .never
  }

  @available(*, unavailable, renamed: "replaceEmpty(with:)")
  public func ifEmpty(default update: Update) -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "ignoreUpdates()")
  public func ignoreElements() -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "receive(on:)")
  public func observe(on scheduler: some UpdateScheduler) -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "withPrevious()")
  public func pairwise() -> Broadcaster<Update> { .never }
  @available(*, unavailable, message: "Use 'replay(_:)', which shares and replays.")
  public func share(replay count: Int, scope: SubjectLifetimeScope = .whileConnected) -> Broadcaster<Update> {
    .never
  }

  @available(*, unavailable, renamed: "dropFirst(_:)")
  public func skip(_ count: Int) -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "drop(until:)")
  public func skip(until other: some Publisher) -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "drop(for:scheduler:)")
  public func skip(_ duration: Duration, scheduler: some UpdateScheduler) -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "drop(while:)")
  public func skip(while condition: @escaping @Sendable (Update) -> Bool) -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "prepend(_:)")
  public func startWith(_ updates: Update...) -> Broadcaster<Update> { .never }

  @available(
    *, unavailable, message: "Use 'subscribe { … } ended: { … }' and keep the subscription; failures are for tasks."
  )
  public func subscribe(
    onNext: @escaping @Sendable (Update) -> Void, onError: (@Sendable (any Error) -> Void)? = nil,
    onCompleted: (@Sendable () -> Void)? = nil, onDisposed: (@Sendable () -> Void)? = nil
  ) -> Subscription {
    attach(onNext)
  }

  @available(*, unavailable, message: "Use 'flatMapLatest { $0 }'.")
  public func switchLatest() -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "flatMapLatest(_:)")
  public func switchMap<Inner: Publisher>(_ transform: @escaping @Sendable (Update) -> Inner) -> Broadcaster<Update> {
    .never
  }

  @available(*, unavailable, renamed: "prefix(_:)")
  public func take(_ count: Int) -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "prefix(until:)")
  public func take(until other: some Publisher) -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "prefix(for:scheduler:)")
  public func take(for duration: Duration, scheduler: some UpdateScheduler) -> Broadcaster<Update> { .never }
  @available(
    *, unavailable,
    message:
      "Use 'prefix(while: { !condition($0) })', or for ReactiveSwift 'prefix(while: condition, inclusive: true)'."
  )
  public func take(until condition: @escaping @Sendable (Update) -> Bool) -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "prefix(while:)")
  public func take(while condition: @escaping @Sendable (Update) -> Bool) -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "suffix(_:)")
  public func takeLast(_ count: Int) -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "collect()")
  public func toArray() -> Broadcaster<Update> { .never }
  @available(*, unavailable, message: "Use 'compactMap { $0 }'.") public func unwrap() -> Broadcaster<Update> { .never }
  @available(*, unavailable, message: "Use 'withLatest(from: other) { $1 }'.")
  public func withLatestFrom(_ other: some Publisher) -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "withLatest(from:transform:)")
  public func withLatestFrom<Other: Publisher, Output: Sendable>(
    _ other: Other, resultSelector: @escaping @Sendable (Update, Other.Update) -> Output
  ) -> Broadcaster<Output> {
    .never
  }
}

extension PublishedTask {
  @available(*, unavailable, renamed: "success(_:)")
  public static func just(_ success: Success) -> PublishedTask { .success(success) }
  @available(*, unavailable, renamed: "failure(_:)")
  public static func error(_ failure: Failure) -> PublishedTask { .failure(failure) }

  @available(
    *, unavailable,
    message: "Use 'subscribe(success:failure:)' and keep the subscription, for example with 'store(in:)'."
  )
  public func subscribe(
    onNext: @escaping @Sendable (Success) -> Void, onError: @escaping @Sendable (Failure) -> Void
  ) -> Subscription {
    Subscription {}
  }

  @available(*, unavailable, renamed: "subscribe(success:failure:)")
  public func subscribe(
    onSuccess: @escaping @Sendable (Success) -> Void, onFailure: @escaping @Sendable (Failure) -> Void
  ) -> Subscription {
    Subscription {}
  }
}

extension Subscription {
  @available(*, unavailable, renamed: "invalidate()")
  public func dispose() {}
  @available(*, unavailable, renamed: "store(in:)")
  public func disposed(by bag: SubscriptionBag) {}
}

extension SubscriptionBag {
  @available(*, unavailable, renamed: "removeAll()")
  public func dispose() {}
}

extension BroadcastSource {
  @available(*, unavailable, renamed: "send(_:)")
  public func accept(_ update: Update) {}
  @available(*, unavailable, renamed: "init(replaying:)")
  public static func create(bufferSize: Int) -> BroadcastSource { BroadcastSource(replaying: bufferSize) }
  @available(*, unavailable, renamed: "finish()")
  public func onCompleted() {}
  @available(*, unavailable, message: "Events do not fail: send a 'Result', or make a 'PublishedTask' of the work.")
  public func onError(_ error: any Error) {}
  @available(*, unavailable, renamed: "send(_:)")
  public func onNext(_ update: Update) {}
}

@available(*, unavailable, message: "Set 'value'.") extension PublishedProperty {
  public func accept(_ value: Value) {}
  public func onNext(_ value: Value) {}
}

extension PublishedProperty {
  @available(*, unavailable, renamed: "init(_:)")
  public convenience init(value: Value) { self.init(value) }
}

extension TaskRun {
  @available(*, unavailable, message: "Call 'report(_:)' for progress, and 'succeed(_:)' or 'fail(_:)' once.")
  public func onNext(_ update: Success) {}
}

extension Action {
  @available(
    *, unavailable, message: "Use 'run(_:)'; 'task(for:)' returns a task that starts with its first subscriber."
  )
  public func execute(_ input: Input) -> PublishedTask<Progress, Success, ActionFailure<Failure>> { task(for: input) }
  @available(*, unavailable, renamed: "isRunning") public var executing: PublishedValue<Bool> { isRunning }
  @available(*, unavailable, renamed: "successes") public var elements: Broadcaster<Success> { successes }
}
