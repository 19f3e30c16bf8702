public import TidingsCore

/// A step in the script of a stub: what happens, and when.
///
///     [.update("a", after: .seconds(1)), .update("b", after: .seconds(2)), .end()]
///     [.update("a", at: .seconds(1)), .update("b", at: .seconds(3)), .end(at: .seconds(3))]
///
/// The two are the same: `b` comes three seconds after the beginning, and the end right after it.
public struct Scripted<Update: Sendable>: Sendable {
  /// What happens.
  public let event: PublisherEvent<Update>
  /// When it happens.
  public let time: ScriptedTime

  /// A step.
  ///
  /// - Parameters:
  ///   - event: What happens.
  ///   - delay: How long after the step before, or after the beginning; zero or less means right after it.
  public init(_ event: PublisherEvent<Update>, after delay: Duration = .zero) {
    self.event = event
    time = .afterPrevious(delay)
  }

  /// A step at a time of its own.
  ///
  /// - Parameters:
  ///   - event: What happens.
  ///   - time: How long after the beginning; not before the time of the step before, or it comes right after that.
  public init(_ event: PublisherEvent<Update>, at time: Duration) {
    self.event = event
    self.time = .afterBeginning(time)
  }

  /// An update.
  public static func update(_ update: Update, after delay: Duration = .zero) -> Self {
    Self(.update(update), after: delay)
  }

  /// An update, so long after the beginning.
  public static func update(_ update: Update, at time: Duration) -> Self {
    Self(.update(update), at: time)
  }

  /// The end, so long after the beginning.
  public static func end(at time: Duration) -> Self {
    Self(.ended, at: time)
  }

  /// The end. A task that ends so goes away without a result.
  public static func end(after delay: Duration = .zero) -> Self {
    Self(.ended, after: delay)
  }
}

extension Scripted {
  /// Progress of a task.
  public static func progress<Progress, Success, Failure>(
    _ progress: Progress, after delay: Duration = .zero
  ) -> Self where Update == TaskUpdate<Progress, Success, Failure> {
    .update(.inProgress(progress), after: delay)
  }

  /// Success of a task, which completes it.
  public static func success<Progress, Success, Failure>(
    _ success: Success, after delay: Duration = .zero
  ) -> Self where Update == TaskUpdate<Progress, Success, Failure> {
    .update(.completed(.success(success)), after: delay)
  }

  /// Failure of a task, which completes it.
  public static func failure<Progress, Success, Failure>(
    _ failure: Failure, after delay: Duration = .zero
  ) -> Self where Update == TaskUpdate<Progress, Success, Failure> {
    .update(.completed(.failure(failure)), after: delay)
  }
}

extension Scripted {
  /// Progress of a task, so long after the beginning.
  public static func progress<Progress, Success, Failure>(
    _ progress: Progress, at time: Duration
  ) -> Self where Update == TaskUpdate<Progress, Success, Failure> {
    .update(.inProgress(progress), at: time)
  }

  /// Success of a task, so long after the beginning.
  public static func success<Progress, Success, Failure>(
    _ success: Success, at time: Duration
  ) -> Self where Update == TaskUpdate<Progress, Success, Failure> {
    .update(.completed(.success(success)), at: time)
  }

  /// Failure of a task, so long after the beginning.
  public static func failure<Progress, Success, Failure>(
    _ failure: Failure, at time: Duration
  ) -> Self where Update == TaskUpdate<Progress, Success, Failure> {
    .update(.completed(.failure(failure)), at: time)
  }
}

/// When a step of a script happens.
public enum ScriptedTime: Sendable, Hashable {
  /// So long after the step before, or after the beginning; zero or less means right after it.
  case afterPrevious(Duration)
  /// So long after the beginning.
  case afterBeginning(Duration)

  /// How long after the beginning it happens, where the step before happens at `previous`.
  func due(after previous: Duration) -> Duration {
    switch self {
    case .afterPrevious(let delay): previous.saturatingAdding(max(delay, .zero))
    case .afterBeginning(let time): max(time, previous)
    }
  }
}

/// The steps of a stub, with the scheduler that knows when they are due.
struct Script<Update: Sendable>: Sendable {
  private let steps: [Scripted<Update>]
  private let scheduler: (any UpdateScheduler)?

  /// Nothing happens by itself.
  static var empty: Self { Self(steps: [], scheduler: nil) }

  init(_ steps: [Scripted<Update>], on scheduler: any UpdateScheduler) {
    self.init(steps: steps, scheduler: scheduler)
  }

  private init(steps: [Scripted<Update>], scheduler: (any UpdateScheduler)?) {
    self.steps = steps
    self.scheduler = scheduler
  }

  /// Goes through the steps from now on, until the bag lets go of what is still to come.
  func play(into bag: SubscriptionBag, _ perform: @escaping @Sendable (PublisherEvent<Update>) -> Void) {
    guard let scheduler else { return }
    var due = Duration.zero
    for step in steps {
      due = step.time.due(after: due)
      scheduler.enqueue(after: due) { perform(step.event) }.store(in: bag)
    }
  }
}
