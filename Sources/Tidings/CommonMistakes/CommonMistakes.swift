public import Foundation
public import TidingsAdapters
public import TidingsCore
public import TidingsTasks

// Confusions of the parts of this package, and closures that a function does not take. The compiler answers with the
// remedy.

extension Publisher {
  @available(
    *, unavailable,
    message: """
      The closure must not wait or throw: start a task in it, or use 'concatMap { update in PublishedTask { … } }' or \
      'for await update in publisher.values'.
      """
  )
  public func subscribe(_ receive: @escaping @Sendable (Update) async throws -> Void) -> Subscription {
    Subscription {}
  }

  @available(
    *, unavailable,
    message: "The closure has one argument, the update. 'withPrevious()' delivers it together with the previous one."
  )
  public func subscribe(_ receive: @escaping @Sendable (Update, Update) -> Void) -> Subscription { Subscription {} }

  @available(*, unavailable, message: "Only a task has 'success' and 'failure'. Use 'subscribe { … }'.")
  @_disfavoredOverload public func subscribe(
    success: @escaping @Sendable (Update) -> Void, failure: @escaping @Sendable (any Error) -> Void
  ) -> Subscription {
    Subscription {}
  }

  @available(*, unavailable, message: "Use 'receive(on: queue).subscribe { … }'.")
  public func subscribe(
    on scheduler: some UpdateScheduler, _ receive: @escaping @Sendable (Update) -> Void
  ) -> Subscription {
    Subscription {}
  }

  @available(*, unavailable, message: "Use 'subscribe(weak: owner) { owner, update in … }'.")
  public func subscribe<Method, Owner: AnyObject>(calling method: Method, on owner: Owner) -> Subscription {
    Subscription {}
  }
}

@available(*, unavailable, message: "A value is read-only. Pass its property, which for '$name' is '_name'.")
extension Publisher {
  public func bind(to value: PublishedValue<Update>) -> Subscription { Subscription {} }
  public func bind(bothWaysWith value: PublishedValue<Update>) -> Subscription { Subscription {} }
}

@available(*, unavailable, message: "Use '.main' or a dispatch queue.") extension RunLoop: UpdateScheduler {}

@available(*, unavailable, message: "Use '.main' or a dispatch queue.") extension OperationQueue: UpdateScheduler {}

// The members of both. Another scheduler that lacks one is answered, too.
@available(*, unavailable, message: "A scheduler must implement this member.")
extension UpdateScheduler where Self: NSObject {
  public var uptime: Duration { .zero }
  public var isCurrent: Bool { false }
  public func enqueue(_ job: @escaping @Sendable () -> Void) {}
  public func enqueue(
    after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void
  ) -> Subscription {
    Subscription {}
  }
}

@available(
  *, unavailable,
  message: "Use 'results()' and 'subscribe(value:failure:)'. If no task can fail, bind 'results().map { $0.get() }'."
)
extension Publisher {
  public func bind<Progress, Success, Failure>(
    to property: PublishedProperty<Success>
  ) -> Subscription where Update == TaskUpdate<Progress, Success, Failure> {
    Subscription {}
  }

  public func bind<Success, Failure>(
    to property: PublishedProperty<Success>
  ) -> Subscription where Update == Result<Success, Failure> {
    Subscription {}
  }
}

@available(*, unavailable, message: "These are updates of tasks. Add 'results()' and use 'subscribe(value:failure:)'.")
extension Publisher {
  public func subscribe<Progress, Success, Failure>(
    success: @escaping @Sendable (Success) -> Void, failure: @escaping @Sendable (Failure) -> Void
  ) -> Subscription where Update == TaskUpdate<Progress, Success, Failure> {
    Subscription {}
  }

  public func subscribe<Progress, Success, Failure>(
    _ receive: @escaping @Sendable (Success) -> Void
  ) -> Subscription where Update == TaskUpdate<Progress, Success, Failure> {
    Subscription {}
  }

  public func sink<Progress, Success, Failure>(
    receiveValue: @escaping @Sendable (Success) -> Void
  ) -> Subscription where Update == TaskUpdate<Progress, Success, Failure> {
    Subscription {}
  }
}

@available(
  *, unavailable,
  message: """
    The closure must return publishers of one type. For work that waits, return a task: 'PublishedTask { try await … }'.
    """
)
extension Publisher {
  public func concatMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Update) async throws -> Output
  ) -> Broadcaster<Output> {
    .never
  }

  public func flatMap<Output: Sendable>(
    _ transform: @escaping @Sendable (Update) async throws -> Output
  ) -> Broadcaster<Output> {
    .never
  }

  public func flatMapFirst<Output: Sendable>(
    _ transform: @escaping @Sendable (Update) async throws -> Output
  ) -> Broadcaster<Output> {
    .never
  }

  public func flatMapLatest<Output: Sendable>(
    _ transform: @escaping @Sendable (Update) async throws -> Output
  ) -> Broadcaster<Output> {
    .never
  }
}

extension NotificationCenter {
  @available(
    *, unavailable,
    message: "A notification is not Sendable. Deliver a part: 'broadcaster(for: name) { $0.userInfo?[key] as? Value }'."
  )
  @_disfavoredOverload
  public func broadcaster(for name: Notification.Name?, object: AnyObject? = nil) -> Broadcaster<Notification> {
    .never
  }
}

extension Broadcaster {
  @available(*, unavailable, message: "Make a 'BroadcastSource', send with it, and expose its 'broadcaster'.")
  public init() { self = .never }

  @available(*, unavailable, message: "Send to the 'BroadcastSource' that this broadcaster comes from.")
  public func send(_ update: Update) {}

  @available(
    *, unavailable,
    message: "A broadcaster keeps no value; use a 'PublishedProperty', or 'subscribe' to the next update."
  )
  public var value: Update { preconditionFailure("A broadcaster keeps no value") }
}

extension PublishedValue {
  @available(
    *, unavailable,
    message: "Make a 'PublishedProperty' and expose its 'publishedValue', or use 'PublishedValue(constant:)'."
  )
  public init(_ value: Value) { self.init(constant: value) }
}

extension PublishedTask where Failure == Never {
  @available(*, unavailable, message: "This task cannot fail. Add 'withFailure((any Error).self)' before it.")
  public func timeout(
    _ limit: Duration, scheduler: some UpdateScheduler, applies wait: TimeoutScope = .overall
  ) -> PublishedTask { self }
}

extension PublishedTask {
  @available(*, unavailable, message: "Subscribe to it: the first subscriber starts the work.") public func start() {}

  @available(*, unavailable, message: "Invalidate its subscriptions: the work is cancelled with the last one.")
  public func cancel() {}

  @available(
    *, unavailable,
    message: "For a callback use 'PublishedTask(callback:)', for progress and cancellation 'PublishedTask(start:)'."
  )
  public init(_ start: @escaping @Sendable (TaskRun<Progress, Success, Failure>) -> Void) {
    self.init(start: { _ in Subscription {} })
  }

  @available(*, unavailable, message: "For a callback use 'PublishedTask(callback:)'.")
  public init(
    _ work: @escaping @Sendable (_ promise: @escaping @Sendable (Result<Success, any Error>) -> Void) -> Void
  ) where Progress == Never, Failure == any Error {
    self.init(start: { _ in Subscription {} })
  }

  @available(
    *, unavailable, message: "Use 'recover { … }' to replace the failure with a value. 'catch' starts another task."
  )
  public func `catch`(_ handler: @escaping @Sendable (Failure) -> Success) -> PublishedTask<Progress, Success, Never> {
    PublishedTask<Progress, Success, Never>(start: { _ in Subscription {} })
  }

  @available(*, unavailable, message: "A completed task does not run again. Use 'PublishedTask.retrying(attempts:)'.")
  public func retry(_ count: Int) -> PublishedTask { self }

  @available(*, unavailable, message: "Pass the failure of this task: 'timeout(_:scheduler:failingWith: { … })'.")
  public func timeout(
    _ limit: Duration, scheduler: some UpdateScheduler, applies wait: TimeoutScope = .overall
  ) -> PublishedTask { self }

  @available(
    *, unavailable,
    message: "This task can fail. Pass 'failure:', too, or replace the failure with 'recover'."
  )
  public func subscribe(success: @escaping @Sendable (Success) -> Void) -> Subscription { Subscription {} }

  @available(
    *, unavailable,
    message: "Pass 'success:' and 'failure:', or use 'TaskUpdate' with its cases 'inProgress' and 'completed'."
  )
  public func subscribe(
    @_inheritActorContext _ completion: @escaping @isolated(any) @Sendable (Result<Success, Failure>) -> Void
  ) -> Subscription {
    Subscription {}
  }
}

// Former names of types of this package.

@available(*, unavailable, renamed: "DeferredPublisher")
public typealias LatePublisher<Update: Sendable> = DeferredPublisher<Update>

@available(*, unavailable, renamed: "PendingUpdatePolicy") public typealias HeldBackUpdate = PendingUpdatePolicy

@available(*, unavailable, renamed: "ReplayRetention") public typealias Retention = ReplayRetention

@available(*, unavailable, renamed: "TimeoutScope") public typealias TimeLimit = TimeoutScope

@available(*, unavailable, renamed: "HTTPExchange") public typealias Exchange = HTTPExchange
