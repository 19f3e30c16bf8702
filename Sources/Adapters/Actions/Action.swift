public import TidingsCore

/// Work that is started by inputs, one run at a time, such as that of a button with a spinner.
///
///     let save = Action(enabledWhile: document.isEdited) { (document: Document) in
///       try await server.save(document)
///     }
///
///     save.isRunning.bind(to: \.isVisible, on: spinner).store(in: subscriptions)
///     save.isEnabled.bind(to: \.isEnabled, on: button).store(in: subscriptions)
///     save.failures.subscribe { show($0) }.store(in: subscriptions)
///     button.onClick = { save.run(document) }
///
///     inputs:     a ------------- b ------- c ------------
///     of a:       10% - 80% - success(1)
///     of c:                                 failure(x)
///     isRunning:  t --------- f ----------- t --- f
///     results:    ----------- success(1) -------- failure(x)
///
/// Each input starts a run with its own task. The ``ActionOverlap`` specifies what happens to an input during a run. A result is
/// delivered after ``isRunning`` has become false, unless another run follows immediately, so a subscriber of ``results`` can
/// start the next run. Inputs are handled one after the other, also from several threads and from inside deliveries. When an
/// action is released, its run is cancelled, and its publishers end, ``isRunning`` with false. ``isEnabled`` ends together with
/// `enabledWhile`, and with ``ActionOverlap/refuse`` only when the action was released, too. ReactiveSwift has the same type.
public final class Action<Input: Sendable, Progress: Sendable, Success: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Machine = ActionStateMachine<Input, Progress, Success, Failure>

  @usableFromInline let commands: BroadcastSource<Machine.Command>
  @usableFromInline let outputs: ActionOutputs<Input, Progress, Success, Failure>
  @usableFromInline let subscription: Subscription

  /// Whether an input would be accepted now.
  ///
  /// It is false while the value `enabledWhile` is false and, with ``ActionOverlap/refuse``, during a run.
  public let isEnabled: PublishedValue<Bool>

  @usableFromInline init(
    commands: BroadcastSource<Machine.Command>, outputs: ActionOutputs<Input, Progress, Success, Failure>,
    subscription: Subscription, isEnabled: PublishedValue<Bool>
  ) {
    self.commands = commands
    self.outputs = outputs
    self.subscription = subscription
    self.isEnabled = isEnabled
  }

  deinit {
    subscription.invalidate()
    outputs.reset()
  }

  /// Creates an action whose runs are tasks.
  ///
  /// - Parameters:
  ///   - overlap: Specifies what happens to an input during a run.
  ///   - isEnabled: Inputs are refused while this is false. It is read when an input arrives, and does not affect the
  ///     current run and waiting inputs.
  ///   - makeTask: Makes the task of a run. It is called on the thread of the input or, for a waiting input, on the
  ///     thread that completed the previous run.
  @_alwaysEmitIntoClient public convenience init(
    overlap: ActionOverlap = .refuse,
    enabledWhile isEnabled: some ValuePublisher<Bool> = PublishedValue(constant: true),
    task makeTask: @escaping @Sendable (Input) -> PublishedTask<Progress, Success, Failure>
  ) {
    let isAllowed = isEnabled.publishedValue
    // Some values are kept up to date only while they have a subscriber.
    let refreshing = isAllowed.attach { _ in }
    let commands = BroadcastSource<Machine.Command>()
    let outputs = ActionOutputs<Input, Progress, Success, Failure>()
    let events = Machine.events(
      from: commands, overlap: overlap, isAllowed: { withExtendedLifetime(refreshing) { isAllowed.value } },
      makeTask: makeTask)
    self.init(
      commands: commands, outputs: outputs, subscription: events.attach { outputs.publish($0) },
      isEnabled: overlap == .refuse ? isAllowed.combineLatest(outputs.isRunning) { $0 && !$1 } : isAllowed)
  }

  /// Creates an action whose runs call an asynchronous function. See ``init(overlap:enabledWhile:task:)``.
  ///
  /// Each run has its own Swift task, which is cancelled with the run. A function that is cancelled may still run until it
  /// returns, beside that of the next run. For a failure other than `any Error`, declare the type of the closure:
  /// `{ input throws(UploadError) in … }`.
  @_alwaysEmitIntoClient public convenience init(
    overlap: ActionOverlap = .refuse,
    enabledWhile isEnabled: some ValuePublisher<Bool> = PublishedValue(constant: true),
    _ operation: @escaping @Sendable (Input) async throws(Failure) -> Success
  ) where Progress == Never {
    self.init(overlap: overlap, enabledWhile: isEnabled) { input in
      PublishedTask { () async throws(Failure) -> Success in try await operation(input) }
    }
  }

  /// Whether the action is running. It stays true between runs that follow each other immediately.
  @_alwaysEmitIntoClient public var isRunning: PublishedValue<Bool> { outputs.isRunning.publishedValue }

  /// The latest progress of the current run, or nil.
  @_alwaysEmitIntoClient public var progress: PublishedValue<Progress?> { outputs.progress.publishedValue }

  /// The results of all completed runs. A cancelled run has no result.
  @_alwaysEmitIntoClient public var results: Broadcaster<Result<Success, Failure>> { outputs.results.broadcaster }

  /// The successes of the runs.
  @_alwaysEmitIntoClient public var successes: Broadcaster<Success> { results.compactMap { try? $0.get() } }

  /// The failures of the runs.
  @_alwaysEmitIntoClient public var failures: Broadcaster<Failure> {
    results.compactMap { if case .failure(let failure) = $0 { failure } else { nil } }
  }

  /// The inputs that were refused.
  @_alwaysEmitIntoClient public var refusals: Broadcaster<Input> { outputs.refusals.broadcaster }

  /// Starts a run with an input, which waits or is refused according to the ``ActionOverlap``.
  ///
  /// The run continues until it completes or is cancelled, or the action is released.
  @_alwaysEmitIntoClient public func run(_ input: Input) { commands.send(.requested(Machine.Request(input))) }

  /// Returns a task that starts a run of the action, and completes with its result.
  ///
  /// It fails with ``ActionFailure/refused`` or ``ActionFailure/cancelled`` if the run is refused or cancelled, or if the Swift
  /// task that awaits its result is cancelled. Without subscribers, its run is cancelled, or its waiting input is withdrawn. It
  /// keeps the action alive.
  @_alwaysEmitIntoClient
  public func task(for input: Input) -> PublishedTask<Progress, Success, ActionFailure<Failure>> {
    PublishedTask(start: { [self] run in
      let request = Machine.Request(input, observer: run)
      commands.send(.requested(request))
      // The machine keeps the request until its run has ended, and with it the run of this task.
      return Subscription { [self, weak request] in
        if let request { commands.send(.withdrawn(request)) }
      }
    })
  }

  /// Cancels the current run, and withdraws waiting inputs.
  @_alwaysEmitIntoClient public func cancel() { commands.send(.cancelled) }
}

extension Action where Input == Void {
  /// Starts a run. See ``run(_:)``.
  @_alwaysEmitIntoClient public func run() { run(()) }

  /// Returns a task that starts a run of the action. See ``task(for:)``.
  @_alwaysEmitIntoClient public func task() -> PublishedTask<Progress, Success, ActionFailure<Failure>> {
    task(for: ())
  }
}

extension Publisher {
  /// Starts an action with each update, on the publishing thread.
  ///
  ///     button.taps.map { _ in form.contents }.bind(to: save).store(in: subscriptions)
  ///
  /// The action is not kept alive. The subscription ends with the first update after the action was released.
  ///
  /// - Parameter action: The action to run.
  @_alwaysEmitIntoClient public func bind<Progress: Sendable, Success: Sendable, Failure: Error>(
    to action: Action<Update, Progress, Success, Failure>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    subscribeUntilFalse(fileID: fileID, line: line) { [weak action] update in
      guard let action else { return false }
      action.run(update)
      return true
    }
  }
}

/// The handling of an input that arrives during a run of an ``Action``.
public enum ActionOverlap: Sendable, Hashable {
  /// Refuses the input. For a button that is disabled during its work.
  case refuse
  /// Runs the inputs one after the other, without a limit.
  case queue
  /// Cancels the current run and starts another. For a search field.
  case restart
}

/// A failure of a task made by ``Action/task(for:)``.
public enum ActionFailure<Failure: Error>: Error {
  /// The action was not enabled, or was already running.
  case refused
  /// The run was cancelled by ``Action/cancel()``, or for a newer input.
  case cancelled
  /// The run failed.
  case failed(Failure)
}

extension ActionFailure: Equatable where Failure: Equatable {}
extension ActionFailure: Hashable where Failure: Hashable {}

extension ActionFailure: CustomStringConvertible, FailureWithCancellation {
  package static var cancellation: Self { .cancelled }

  public var description: String {
    switch self {
    case .refused: "The action refused the input: it is not enabled, or is already running."
    case .cancelled: "The run of the action was cancelled before it completed."
    case .failed(let failure): "\(failure)"
    }
  }
}
