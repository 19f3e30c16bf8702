/// Which wait a time limit is for.
public enum TimeoutScope: Sendable {
  /// Each wait for the next update, the first too: the limit starts anew with every update.
  case betweenUpdates
  /// The wait for the first update; what comes after that takes as long as it likes.
  case untilFirstUpdate
  /// The whole, however many updates come meanwhile.
  case overall
}

/// What a task fails with that was given too little time, see ``PublishedTask/timeout(_:scheduler:applies:)``.
public struct TimeoutError: Error, Equatable {
  /// The time that it was given.
  public let limit: Duration

  /// A time limit that has passed.
  public init(limit: Duration) {
    self.limit = limit
  }
}

extension TimeoutError: CustomStringConvertible {
  /// What went wrong, in one line that can be shown to a person.
  public var description: String { "The time limit of \(limit) has passed" }
}
