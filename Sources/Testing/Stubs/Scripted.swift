public import TidingsAdapters
public import TidingsCore

/// A step in the script of a stub: what happens, and how long after the step before.
///
///     BroadcasterStub([.update("a", after: .seconds(1)), .update("b", after: .seconds(2)), .end()], scheduler: scheduler)
///
/// Here `b` comes three seconds after the beginning, and the end right after it.
public struct Scripted<Update: Sendable>: Sendable {
  /// What happens.
  public let event: PublisherEvent<Update>
  /// How long after the step before, or after the beginning.
  public let delay: Duration

  /// A step.
  ///
  /// - Parameters:
  ///   - event: What happens.
  ///   - delay: How long after the step before, or after the beginning; zero or less means right after it.
  public init(_ event: PublisherEvent<Update>, after delay: Duration = .zero) {
    self.event = event
    self.delay = delay
  }

  /// An update.
  public static func update(_ update: Update, after delay: Duration = .zero) -> Self {
    Self(.update(update), after: delay)
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
      due = due.saturatingAdding(max(step.delay, .zero))
      bag += scheduler.enqueue(after: due) { perform(step.event) }
    }
  }
}
