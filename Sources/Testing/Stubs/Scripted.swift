import Synchronization
public import TidingsCore

/// A step in the script of a stub: an event and its time.
///
///     [.update("a", after: .seconds(1)), .update("b", after: .seconds(2)), .end()]
///     [.update("a", at: .seconds(1)), .update("b", at: .seconds(3)), .end(at: .seconds(3))]
///
/// Both scripts are equal: `b` is delivered after three seconds, and the end immediately after it.
public struct Scripted<Update: Sendable>: Sendable {
  /// The event.
  public let event: PublisherEvent<Update>
  /// The time of the event.
  public let time: ScriptedTime

  /// Creates a step.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - delay: The time since the previous step, or since the beginning. Zero or less means immediately after it.
  public init(_ event: PublisherEvent<Update>, after delay: Duration = .zero) {
    self.event = event
    time = .afterPrevious(delay)
  }

  /// Creates a step at a time since the beginning.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - time: The time since the beginning. A time before that of the previous step means immediately after it.
  public init(_ event: PublisherEvent<Update>, at time: Duration) {
    self.event = event
    self.time = .afterBeginning(time)
  }

  /// An update.
  ///
  /// - Parameters:
  ///   - update: The update.
  ///   - delay: The time since the previous step.
  public static func update(_ update: Update, after delay: Duration = .zero) -> Self {
    Self(.update(update), after: delay)
  }

  /// An update at a time since the beginning.
  ///
  /// - Parameters:
  ///   - update: The update.
  ///   - time: The time since the beginning.
  public static func update(_ update: Update, at time: Duration) -> Self {
    Self(.update(update), at: time)
  }

  /// The end at a time since the beginning.
  public static func end(at time: Duration) -> Self {
    Self(.ended, at: time)
  }

  /// The end. A task then ends without a result.
  public static func end(after delay: Duration = .zero) -> Self {
    Self(.ended, after: delay)
  }
}

extension Scripted {
  /// Progress of a task.
  ///
  /// - Parameters:
  ///   - progress: The progress.
  ///   - delay: The time since the previous step.
  public static func progress<Progress, Success, Failure>(
    _ progress: Progress, after delay: Duration = .zero
  ) -> Self where Update == TaskUpdate<Progress, Success, Failure> {
    .update(.inProgress(progress), after: delay)
  }

  /// The success of a task.
  ///
  /// - Parameters:
  ///   - success: The success.
  ///   - delay: The time since the previous step.
  public static func success<Progress, Success, Failure>(
    _ success: Success, after delay: Duration = .zero
  ) -> Self where Update == TaskUpdate<Progress, Success, Failure> {
    .update(.completed(.success(success)), after: delay)
  }

  /// The failure of a task.
  ///
  /// - Parameters:
  ///   - failure: The failure.
  ///   - delay: The time since the previous step.
  public static func failure<Progress, Success, Failure>(
    _ failure: Failure, after delay: Duration = .zero
  ) -> Self where Update == TaskUpdate<Progress, Success, Failure> {
    .update(.completed(.failure(failure)), after: delay)
  }
}

/// The time of a step of a script.
public enum ScriptedTime: Sendable, Hashable {
  /// The time since the previous step, or since the beginning. Zero or less means immediately after it.
  case afterPrevious(Duration)
  /// The time since the beginning.
  case afterBeginning(Duration)

  /// Returns the time since the beginning, if the previous step is at `previous`.
  func due(after previous: Duration) -> Duration {
    switch self {
    case .afterPrevious(let delay): previous.saturatingAdding(max(delay, .zero))
    case .afterBeginning(let time): max(time, previous)
    }
  }
}

extension Array {
  /// Plays the steps of a script from now on, until the bag is emptied.
  func play<Update>(
    on scheduler: any UpdateScheduler, into bag: SubscriptionBag,
    _ perform: @escaping @Sendable (PublisherEvent<Update>) -> Void
  ) where Element == Scripted<Update> {
    // Each job leads to the next step, in one delivery after the other: a dispatch queue can run its due jobs in any order,
    // also at the same time.
    let performed = Atomic(0)
    let jobs = BroadcastSource<Void>()
    jobs.attach { perform(self[performed.wrappingAdd(1, ordering: .relaxed).oldValue].event) }.store(in: bag)
    let start = scheduler.uptime
    var due = Duration.zero
    for step in self {
      due = step.time.due(after: due)
      // The time may have passed during an earlier step, as with a scheduler without delays.
      scheduler.enqueue(after: start.saturatingAdding(due) - scheduler.uptime) { jobs.send() }.store(in: bag)
    }
  }
}
