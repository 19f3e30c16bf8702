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
}
