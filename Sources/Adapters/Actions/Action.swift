public import TidingsCore

/// Work that is started by inputs, one run at a time: what a button with a spinner stands for.
///
///     let save = Action(enabledWhile: document.isEdited) { (document: Document) in
///       try await server.save(document)
///     }
///
///     save.isRunning.bind(to: spinner, \.isVisible).store(in: subscriptions)
///     save.isEnabled.bind(to: button, \.isEnabled).store(in: subscriptions)
///     save.failures.subscribe { show($0) }.store(in: subscriptions)
///     button.onClick = { save.run(document) }
///
///     inputs:     a ------------- b ------- c ------------
///     of a:       10% - 80% - success(1)
///     of c:                                 failure(x)
///     isRunning:  t --------- f ----------- t --- f
///     results:    ----------- success(1) -------- failure(x)
///
/// An input starts a run: a task of its own, made from the input. The ``ActionOverlap`` says what happens to one that
/// arrives during a run. Results arrive in the order in which runs complete, each after ``isRunning`` has become false
/// unless another run follows immediately; so a subscriber of ``results`` may start the next run. Inputs from several
/// threads, and inputs that are given while the action tells of something, are handled one after the other.
///
/// An action cancels its runs when it goes away, and its values and publishers end. ReactiveSwift users know it by this
/// name; its `apply` is ``task(for:)``.
public final class Action<Input: Sendable, Progress: Sendable, Success: Sendable, Failure: Error>: Sendable {
  private typealias Machine = ActionMachine<Input, Progress, Success, Failure>
  private typealias Request = ActionRequest<Input, Progress, Success, Failure>

  private let inputs: BroadcastSource<Machine.Command>
  private let running = PublishedProperty(false)
  private let latestProgress = PublishedProperty<Progress?>(nil)
  private let resultSource = BroadcastSource<Result<Success, Failure>>()
  private let refusalSource = BroadcastSource<Input>()
  private let subscription: Subscription

  /// Whether an input would be accepted now.
  ///
  /// It is false while the value that the action was made with is false and, where inputs are refused during a run,
  /// while one is under way.
  public let isEnabled: PublishedValue<Bool>

  /// An action whose runs are tasks.
  ///
  /// - Parameters:
  ///   - overlap: What happens to an input that arrives during a run.
  ///   - isEnabled: Inputs are refused while this is false. It is read when an input arrives; a run that is under way,
  ///     and inputs that wait for it, stay as they are when it changes.
  ///   - makeTask: Makes the task of a run. It is called when the run starts, on the thread that gave the input or, for
  ///     an input that has waited, on the one that completed the run before.
  public init(
    overlap: ActionOverlap = .refuse,
    enabledWhile isEnabled: some ValuePublisher<Bool> = PublishedValue(constant: true),
    task makeTask: @escaping @Sendable (Input) -> PublishedTask<Progress, Success, Failure>
  ) {
    let isAllowed = isEnabled.publishedValue
    let inputs = BroadcastSource<Machine.Command>()
    self.inputs = inputs
    self.isEnabled = overlap == .refuse ? isAllowed.combineLatest(running) { $0 && !$1 } : isAllowed
    let events = Machine.events(
      from: inputs, overlap: overlap, isAllowed: { isAllowed.value }, makeTask: makeTask)
    subscription = events.attach { [running, latestProgress, resultSource, refusalSource] event in
      switch event {
      case .started:
        running.value = true
      case .progressed(let request, let progress):
        latestProgress.value = progress
        request.observer?.report(progress)
      case .ended(let request, let outcome, let isFollowed):
        latestProgress.value = nil
        if !isFollowed { running.value = false }
        switch outcome {
        case .completed(let result):
          resultSource.send(result)
          request.observer?.complete(result.mapError { .failed($0) })
        case .cancelled:
          request.observer?.fail(.cancelled)
        case .abandoned:
          break
        }
      case .refused(let request):
        refusalSource.send(request.input)
        request.observer?.fail(.refused)
      }
    }
  }

  /// An action whose runs call an asynchronous function.
  ///
  /// Each run has a Swift task of its own, which is cancelled with the run.
  ///
  /// - Parameters:
  ///   - overlap: What happens to an input that arrives during a run.
  ///   - isEnabled: Inputs are refused while this is false. It is read when an input arrives; a run that is under way,
  ///     and inputs that wait for it, stay as they are when it changes.
  ///   - operation: Does the work of a run. To fail with a type other than `any Error`, say it:
  ///     `{ input throws(UploadError) in … }`.
  public convenience init(
    overlap: ActionOverlap = .refuse,
    enabledWhile isEnabled: some ValuePublisher<Bool> = PublishedValue(constant: true),
    _ operation: @escaping @Sendable (Input) async throws(Failure) -> Success
  ) where Progress == Never {
    self.init(overlap: overlap, enabledWhile: isEnabled) { input in
      PublishedTask { () async throws(Failure) -> Success in try await operation(input) }
    }
  }

  /// Whether a run is under way. Of runs that follow each other immediately it stays true.
  public var isRunning: PublishedValue<Bool> { running.publishedValue }

  /// The latest progress of the run that is under way; nil when there is none.
  public var progress: PublishedValue<Progress?> { latestProgress.publishedValue }

  /// The results of all runs that have completed. A run that was cancelled has none.
  public var results: Broadcaster<Result<Success, Failure>> { resultSource.broadcaster }

  /// What the runs succeed with.
  public var successes: Broadcaster<Success> { results.compactMap { try? $0.get() } }

  /// The failures of the runs.
  public var failures: Broadcaster<Failure> {
    results.compactMap { if case .failure(let failure) = $0 { failure } else { nil } }
  }

  /// The inputs that were refused.
  public var refusals: Broadcaster<Input> { refusalSource.broadcaster }

  /// Gives the action an input, which starts a run, waits for one, or is refused, as ``ActionOverlap`` says.
  ///
  /// The run goes on until it completes, is cancelled, or the action goes away.
  public func run(_ input: Input) {
    inputs.send(.requested(Request(input)))
  }

  /// A task that gives the action an input when it is started, and completes with the result of that run.
  ///
  /// It fails with ``ActionFailure/refused`` or ``ActionFailure/cancelled`` where the run does not come about or is
  /// given up. When its last subscriber leaves, its run is cancelled; an input that still waits is withdrawn. It keeps
  /// the action.
  public func task(for input: Input) -> PublishedTask<Progress, Success, ActionFailure<Failure>> {
    PublishedTask(start: { [self] run in
      let request = Request(input, observer: run)
      inputs.send(.requested(request))
      return Subscription { [self] in inputs.send(.withdrawn(request)) }
    })
  }

  /// Cancels the run that is under way, and withdraws the inputs that wait.
  public func cancel() {
    inputs.send(.cancelled)
  }
}

extension Action where Input == Void {
  /// Starts a run, as ``run(_:)`` does.
  public func run() {
    run(())
  }

  /// A task that starts a run of the action, as ``task(for:)``.
  public func task() -> PublishedTask<Progress, Success, ActionFailure<Failure>> {
    task(for: ())
  }
}

extension Publisher {
  /// Gives an action each update as an input.
  ///
  ///     button.taps.map { _ in form.contents }.bind(to: save).store(in: subscriptions)
  ///
  /// Inputs are given where updates are published. The action is not kept alive: the first update that finds it gone
  /// ends the subscription.
  ///
  /// - Parameters:
  ///   - action: What runs.
  ///   - fileID: Named in the note on a dropped token.
  ///   - line: As `fileID`.
  public func bind<Progress: Sendable, Success: Sendable, Failure: Error>(
    to action: Action<Update, Progress, Success, Failure>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    subscribeUntilFalse(fileID: fileID, line: line) { [weak action] update in
      guard let action else { return false }
      action.run(update)
      return true
    }
  }
}

/// What an ``Action`` does with an input that arrives while a run is under way.
public enum ActionOverlap: Sendable, Hashable {
  /// Refuses the input: for a button that is disabled while its work goes on.
  case refuse
  /// Runs one after the other, in the order of the inputs; their number is unbounded.
  case queue
  /// Cancels the run that is under way and starts another: for a search field.
  case restart
}

/// Why a task made by ``Action/task(for:)`` has failed.
public enum ActionFailure<Failure: Error>: Error {
  /// The action was not enabled, or refused the input because a run was under way.
  case refused
  /// The run was given up before it completed: by ``Action/cancel()``, or for a newer input.
  case cancelled
  /// The run failed.
  case failed(Failure)
}

extension ActionFailure: Equatable where Failure: Equatable {}
extension ActionFailure: Hashable where Failure: Hashable {}

extension ActionFailure: CustomStringConvertible {
  public var description: String {
    switch self {
    case .refused: "The action refused the input: it is not enabled, or a run is under way."
    case .cancelled: "The run of the action was cancelled before it completed."
    case .failed(let failure): "\(failure)"
    }
  }
}

extension ActionFailure: FailureWithCancellation {
  package static var cancellation: Self { .cancelled }
}
