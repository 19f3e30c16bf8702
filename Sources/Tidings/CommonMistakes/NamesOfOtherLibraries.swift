import Foundation
public import TidingsAdapters
public import TidingsCore
public import TidingsTasks

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The compiler answers each name of another library with the name here. Types of an imported library take precedence.

// MARK: ReactiveSwift

@available(*, unavailable, renamed: "PublishedProperty")
public typealias MutableProperty<Value: Sendable> = PublishedProperty<Value>
@available(*, unavailable, message: "Use 'PublishedTask', which starts with its first subscriber.")
public typealias SignalProducer<Update: Sendable, Failure: Error> = Broadcaster<Update>

@available(*, unavailable, message: "Use 'subscribe { … }' and keep the subscription, for example with 'store(in:)'.")
extension Publisher {
  public func observeValues(_ receive: @escaping @Sendable (Update) -> Void) -> Subscription { attach(receive) }
  public func startWithValues(_ receive: @escaping @Sendable (Update) -> Void) -> Subscription { attach(receive) }
}

extension Action {
  @available(*, unavailable, renamed: "task(for:)")
  public func apply(_ input: Input) -> PublishedTask<Progress, Success, ActionFailure<Failure>> { task(for: input) }
  @available(*, unavailable, renamed: "isRunning") public var isExecuting: PublishedValue<Bool> { isRunning }
  @available(*, unavailable, renamed: "successes") public var values: Broadcaster<Success> { successes }
  @available(*, unavailable, renamed: "failures") public var errors: Broadcaster<Failure> { failures }
}

@available(*, unavailable, message: "Use 'flatMapLatest', 'flatMap', 'concatMap' or 'flatMapFirst'.")
public enum FlattenStrategy: Sendable { case concat, latest, merge, race }

extension Publisher {
  @available(*, unavailable, message: "Use 'flatMapLatest { … }', 'flatMap { … }' or 'concatMap { … }'.")
  public func flatMap<Inner: Publisher>(
    _ strategy: FlattenStrategy, _ transform: @escaping @Sendable (Update) -> Inner
  ) -> Broadcaster<Inner.Update> {
    .never
  }

  @available(*, unavailable, message: "Use 'prefix(until: lifetime.ended)' with a 'Lifetime' of the object.")
  public func take(duringLifetimeOf object: AnyObject) -> Broadcaster<Update> { .never }
  @available(*, unavailable, message: "Use 'prefix(until: lifetime.ended)'.")
  public func take(during lifetime: Lifetime) -> Broadcaster<Update> { .never }
  @available(*, unavailable, message: "Use 'trigger.withLatest(from: publisher)', with the parts swapped.")
  public func sample<Trigger: Publisher>(with trigger: Trigger) -> Broadcaster<(Update, Trigger.Update)> { .never }

  @available(*, unavailable, renamed: "withPrevious()")
  public func combinePrevious() -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "handleEvents(update:)")
  public func on(value: @escaping @Sendable (Update) -> Void) -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "dropFirst(_:)")
  public func skip(first count: Int) -> Broadcaster<Update> { .never }
  @available(*, unavailable, message: "Use 'compactMap { $0 }'.")
  public func skipNil() -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "removeDuplicates()")
  public func skipRepeats() -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "prefix(_:)")
  public func take(first count: Int) -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "suffix(_:)")
  public func take(last count: Int) -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "removeAllDuplicates()")
  public func uniqueValues() -> Broadcaster<Update> { .never }
}

extension BroadcastSource {
  @available(*, unavailable, renamed: "send(_:)")
  public func send(value: Update) {}
  @available(*, unavailable, message: "Events do not fail: send a 'Result', or make a 'PublishedTask' of the work.")
  public func send(error: any Error) {}
  @available(*, unavailable, renamed: "finish()")
  public func sendCompleted() {}
}

extension TaskRun {
  @available(*, unavailable, renamed: "complete(_:)")
  public func send(_ result: Result<Success, Failure>) {}
}

// MARK: Smaller libraries

extension Publisher {
  @available(*, unavailable, renamed: "dropFirst(_:)")
  public func discard(first count: Int) -> Broadcaster<Update> { .never }
  @available(*, unavailable, renamed: "receive(on:)")
  public func dispatch(to scheduler: some UpdateScheduler) -> Broadcaster<Update> { .never }
  @available(
    *, unavailable, message: "Use 'removeDuplicates()', or 'removeAllDuplicates()' to deliver each value only once."
  )
  public func distinct() -> Broadcaster<Update> { .never }
}

extension BroadcastSource {
  @available(*, unavailable, renamed: "send(_:)")
  public func fire(with update: Update) {}
  @available(*, unavailable, renamed: "send(_:)")
  public func next(_ update: Update) {}
}

@available(*, unavailable, message: "Set 'value'.") extension PublishedProperty {
  public func next(_ value: Value) {}
}

extension Subscription {
  @available(*, unavailable, renamed: "store(in:)")
  public func add(to bag: SubscriptionBag) {}
}

extension SubscriptionBag {
  @available(*, unavailable, renamed: "insert(_:)")
  public func add(_ subscription: Subscription) {}
  @available(*, unavailable, renamed: "insert(_:)")
  public func append(_ subscription: Subscription) {}
  @available(*, unavailable, renamed: "removeAll()")
  public func disposeAll() {}
}

extension DecodedResponse {
  @available(*, unavailable, renamed: "response.statusCode") public var statusCode: Int { response.statusCode }
  @available(*, unavailable, renamed: "body") public var value: Body { body }
}
