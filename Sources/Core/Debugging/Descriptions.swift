// Reading a description has no side effects. Release builds keep no data for descriptions.

extension Subscription: CustomStringConvertible, CustomReflectable {
  /// The state, and in debug builds the source location: `Subscription(active, Feed.swift:12)`.
  public var description: String {
    let state =
      switch owner.phase {
      case .initial, .live: "active"
      case .ended: "over"
      case .invalidated: "invalidated"
      }
    return place.map { "Subscription(\(state), \($0))" } ?? "Subscription(\(state))"
  }

  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension SubscriptionBag: CustomStringConvertible, CustomReflectable {
  /// The number of subscriptions: `SubscriptionBag(3)`.
  public var description: String { "SubscriptionBag(\(count))" }
  public var customMirror: Mirror { Mirror(self, unlabeledChildren: subscriptions, displayStyle: .collection) }
}

extension BroadcastSource: CustomStringConvertible, CustomReflectable {
  /// The type and the number of subscribers: `BroadcastSource<Int>(subscribers: 2)`.
  public var description: String { "BroadcastSource<\(Update.self)>(subscribers: \(hub.subscriberCount))" }
  public var customMirror: Mirror { Mirror(self, children: ["subscribers": hub.subscriberCount]) }
}

extension PublishedProperty: CustomStringConvertible, CustomReflectable {
  /// The value: `PublishedProperty("Inbox")`.
  public var description: String { "PublishedProperty(\(String(reflecting: value)))" }
  public var customMirror: Mirror { Mirror(self, children: ["value": value, "subscribers": hub.subscriberCount]) }
}

extension Broadcaster: CustomStringConvertible, CustomReflectable {
  /// The type: `Broadcaster<Int>`.
  public var description: String { "Broadcaster<\(Update.self)>" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension PublishedValue: CustomStringConvertible, CustomReflectable {
  /// The type: `PublishedValue<String>`. The value is not read, because this may run the closures of operators.
  public var description: String { "PublishedValue<\(Value.self)>" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension PublishedTask: CustomStringConvertible, CustomReflectable {
  /// The type: `PublishedTask<Double, String, TransferError>`.
  public var description: String { "PublishedTask<\(Progress.self), \(Success.self), \(Failure.self)>" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension TaskSource: CustomStringConvertible, CustomReflectable {
  /// The type and the number of subscribers.
  public var description: String {
    "TaskSource<\(Progress.self), \(Success.self), \(Failure.self)>(subscribers: \(subscriberCount))"
  }

  public var customMirror: Mirror { Mirror(self, children: ["subscribers": subscriberCount]) }
}

extension TaskRun: CustomStringConvertible, CustomReflectable {
  /// The type: `TaskRun<Double, String, TransferError>`.
  public var description: String { "\(Self.self)" }
  public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension TaskUpdate: CustomStringConvertible {
  /// The case and its associated value: `inProgress(0.5)`, `success("Ada")`, `failure(offline)`.
  public var description: String {
    switch self {
    case .inProgress(let progress): "inProgress(\(String(reflecting: progress)))"
    case .completed(.success(let success)): "success(\(String(reflecting: success)))"
    case .completed(.failure(let failure)): "failure(\(failure))"
    }
  }
}
