public import TidingsCore

// What other libraries call sending, setting and ending.

extension BroadcastSource {
  @available(*, unavailable, renamed: "send(_:)")
  public func onNext(_ update: Update) {}

  @available(*, unavailable, renamed: "send(_:)")
  public func accept(_ update: Update) {}

  @available(*, unavailable, renamed: "send(_:)")
  public func next(_ update: Update) {}

  @available(*, unavailable, renamed: "send(_:)")
  public func fire(with update: Update) {}

  @available(*, unavailable, renamed: "send(_:)")
  public func send(value: Update) {}

  @available(*, unavailable, renamed: "finish()")
  public func onCompleted() {}

  @available(*, unavailable, renamed: "finish()")
  public func sendCompleted() {}

  @available(*, unavailable, message: "Events do not fail: send a 'Result', or make a 'PublishedTask' of the work.")
  public func onError(_ error: any Error) {}

  @available(*, unavailable, message: "Events do not fail: send a 'Result', or make a 'PublishedTask' of the work.")
  public func send(error: any Error) {}
}

extension BroadcastSource {
  @available(*, unavailable, renamed: "init(replaying:)")
  public static func create(bufferSize: Int) -> BroadcastSource {
    BroadcastSource(replaying: bufferSize)
  }
}

extension PublishedProperty {
  @available(*, unavailable, renamed: "init(_:)")
  public convenience init(value: Value) {
    self.init(value)
  }

  @available(*, unavailable, message: "Set 'value'.")
  public func onNext(_ value: Value) {}

  @available(*, unavailable, message: "Set 'value'.")
  public func accept(_ value: Value) {}

  @available(*, unavailable, message: "Set 'value'.")
  public func next(_ value: Value) {}

  @available(*, unavailable, message: "Set 'value'.")
  public func send(_ value: Value) {}
}

extension PublishedValue {
  @available(*, unavailable, message: "Set 'value' of the 'PublishedProperty' that this value comes from.")
  public func send(_ value: Value) {}
}

extension TaskRun {
  @available(*, unavailable, message: "Call 'report(_:)' for progress, and 'succeed(_:)' or 'fail(_:)' once.")
  public func onNext(_ update: Success) {}

  @available(*, unavailable, renamed: "complete(_:)")
  public func send(_ result: Result<Success, Failure>) {}
}

extension SubscriptionBag {
  @available(*, unavailable, renamed: "removeAll()")
  public func dispose() {}

  @available(*, unavailable, renamed: "removeAll()")
  public func disposeAll() {}

  @available(*, unavailable, renamed: "removeAll()")
  public func cancel() {}

  @available(*, unavailable, renamed: "insert(_:)")
  public func add(_ subscription: Subscription) {}

  @available(*, unavailable, renamed: "insert(_:)")
  public func append(_ subscription: Subscription) {}
}
