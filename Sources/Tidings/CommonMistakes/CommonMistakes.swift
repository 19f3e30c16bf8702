public import TidingsCore

// What people try first who come from other libraries: the compiler answers with the way to do it here.

extension Publisher {
  /// Combine's way to subscribe.
  @available(
    *, unavailable, message: "Use 'subscribe { … }' and keep the subscription, for example with 'store(in:)'."
  )
  public func sink(receiveValue: @escaping @Sendable (Update) -> Void) -> Subscription {
    attach(receiveValue)
  }

  /// Combine's way to subscribe to values and their completion.
  @available(
    *, unavailable, message: "Use 'subscribe { … } ended: { … }' and keep the subscription; failures are for tasks."
  )
  public func sink(
    receiveCompletion: @escaping @Sendable (Any) -> Void, receiveValue: @escaping @Sendable (Update) -> Void
  ) -> Subscription {
    attach(receiveValue)
  }

  /// ReactiveSwift's way to subscribe to a signal.
  @available(
    *, unavailable, message: "Use 'subscribe { … }' and keep the subscription, for example with 'store(in:)'."
  )
  public func observeValues(_ receive: @escaping @Sendable (Update) -> Void) -> Subscription {
    attach(receive)
  }

  /// ReactiveSwift's way to start a producer.
  @available(
    *, unavailable, message: "Use 'subscribe { … }' and keep the subscription, for example with 'store(in:)'."
  )
  public func startWithValues(_ receive: @escaping @Sendable (Update) -> Void) -> Subscription {
    attach(receive)
  }

  /// RxSwift's way to subscribe to events, their failure and their end.
  @available(
    *, unavailable, message: "Use 'subscribe { … } ended: { … }' and keep the subscription; failures are for tasks."
  )
  public func subscribe(
    onNext: @escaping @Sendable (Update) -> Void, onError: @escaping @Sendable (any Error) -> Void,
    onCompleted: @escaping @Sendable () -> Void
  ) -> Subscription {
    attach(onNext)
  }

  /// Combine's way to set a property with each update.
  @available(*, unavailable, renamed: "bind(to:on:)")
  public func assign<Object: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Object, Update>, on object: Object
  ) -> Subscription {
    Subscription {}
  }
}

extension Broadcaster {
  /// A broadcaster only listens.
  @available(*, unavailable, message: "Make a 'BroadcastSource', send to that, and give away its 'broadcaster'.")
  public init() {
    self = .never
  }

  /// A broadcaster only listens.
  @available(*, unavailable, message: "Send to the 'BroadcastSource' that this broadcaster comes from.")
  public func send(_ update: Update) {}

  /// A broadcaster keeps nothing.
  @available(
    *, unavailable,
    message: "A broadcaster keeps no value; use a 'PublishedProperty', or 'subscribe' to the next update."
  )
  public var value: Update {
    preconditionFailure("A broadcaster keeps no value")
  }
}

extension PublishedValue {
  /// A published value comes from its source.
  @available(
    *, unavailable,
    message: "Make a 'PublishedProperty' and give away its 'publishedValue', or use 'PublishedValue(constant:)'."
  )
  public init(_ value: Value) {
    self.init(constant: value)
  }
}

extension PublishedTask {
  /// Where the task may fail, one closure is not enough.
  @available(
    *, unavailable,
    message: "This task may fail: give 'failure:' as well, or make a success of its failure with 'recover'."
  )
  public func subscribe(success: @escaping @Sendable (Success) -> Void) -> Subscription {
    Subscription {}
  }

  /// A task that has completed only tells its result again.
  @available(
    *, unavailable, message: "A completed task only tells its result again; use 'PublishedTask.retrying(attempts:)'."
  )
  public func retry(_ count: Int) -> PublishedTask {
    self
  }
}

extension Subscription {
  /// Combine's word for it.
  @available(*, unavailable, renamed: "invalidate()")
  public func cancel() {
    invalidate()
  }

  /// RxSwift's word for it, and ReactiveSwift's.
  @available(*, unavailable, renamed: "invalidate()")
  public func dispose() {
    invalidate()
  }

  /// RxSwift's way to keep a subscription.
  @available(*, unavailable, renamed: "store(in:)")
  public func disposed(by bag: SubscriptionBag) {}

  /// Snail's way to keep a subscription.
  @available(*, unavailable, renamed: "store(in:)")
  public func add(to bag: SubscriptionBag) {}
}
