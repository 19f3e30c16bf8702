public import TidingsCore

/// An input of an ``Action``. An object: it is found again by its identity.
@usableFromInline
final class ActionRequest<Input: Sendable, Progress: Sendable, Success: Sendable, Failure: Error>: Sendable {
  @usableFromInline let input: Input
  /// The task that was made for it, if one was.
  @usableFromInline let observer: TaskRun<Progress, Success, ActionFailure<Failure>>?

  @usableFromInline
  init(_ input: Input, observer: TaskRun<Progress, Success, ActionFailure<Failure>>? = nil) {
    self.input = input
    self.observer = observer
  }
}

/// Decides which requests of an ``Action`` run.
///
/// It is the state of an operator, so it handles one input after the other.
@usableFromInline
struct ActionStateMachine<Input: Sendable, Progress: Sendable, Success: Sendable, Failure: Error>: Sendable {
  @usableFromInline
  typealias Request = ActionRequest<Input, Progress, Success, Failure>
  @usableFromInline
  typealias Work = PublishedTask<Progress, Success, Failure>

  @usableFromInline
  enum Command: Sendable {
    case requested(Request)
    case withdrawn(Request)
    case cancelled
    /// Sent by the machine to itself, after the inputs of subscribers that were notified of the run.
    ///
    /// If one of them has cancelled it, it does not start.
    case start(Request)
  }

  @usableFromInline
  enum Outcome: Sendable {
    case completed(Result<Success, Failure>)
    case cancelled
    /// The task has ended without a result.
    case abandoned
  }

  @usableFromInline
  enum Event: Sendable {
    case started(Request)
    case progressed(Request, Progress)
    case ended(Request, Outcome, isFollowed: Bool)
    case refused(Request)
  }

  @usableFromInline
  typealias Inputs = OperatorInputs<Self>
  @usableFromInline
  typealias Output = OperatorOutput<Event>

  @usableFromInline let overlap: ActionOverlap
  @usableFromInline let commands: BroadcastSource<Command>
  @usableFromInline var current: Request?
  @usableFromInline var waiting = FIFO<Request>()

  @usableFromInline
  init(overlap: ActionOverlap, commands: BroadcastSource<Command>) {
    self.overlap = overlap
    self.commands = commands
  }

  @_alwaysEmitIntoClient
  static func events(
    from commands: BroadcastSource<Command>, overlap: ActionOverlap, isAllowed: @escaping @Sendable () -> Bool,
    makeTask: @escaping @Sendable (Input) -> Work
  ) -> Broadcaster<Event> {
    Broadcaster(remembering: Self(overlap: overlap, commands: commands)) { inputs, output in
      inputs.connect(commands) { machine, command in
        switch command {
        case .requested(let request):
          if isAllowed(), machine.accepts {
            machine.take(request, output, inputs)
          } else {
            output(.refused(request))
          }
        case .withdrawn(let request):
          machine.withdraw(request, output, inputs)
        case .cancelled:
          machine.cancelAll(output, inputs)
        case .start(let request):
          if request === machine.current { machine.run(request, makeTask(request.input), output, inputs) }
        }
      }
    }
  }

  @_alwaysEmitIntoClient
  var accepts: Bool { current == nil || overlap != .refuse }

  @_alwaysEmitIntoClient
  mutating func take(_ request: Request, _ output: Output, _ inputs: Inputs) {
    if current == nil { return begin(request, output, inputs) }
    waiting.append(request)
    if overlap == .restart { end(with: .cancelled, output, inputs) }
  }

  @_alwaysEmitIntoClient
  mutating func begin(_ request: Request, _ output: Output, _ inputs: Inputs) {
    guard inputs.isWanted else { return }
    current = request
    output(.started(request))
    // The action may have been released since, by a subscriber or another thread.
    guard inputs.isWanted else { return cancelAll(output, inputs) }
    // Other requests that are withdrawn together with the previous one must not be started in between.
    Nesting.afterGivingUp { [commands] in commands.send(.start(request)) }
  }

  @_alwaysEmitIntoClient
  mutating func run(_ request: Request, _ task: Work, _ output: Output, _ inputs: Inputs) {
    inputs.follow(task) { machine, update in
      switch update {
      case .inProgress(let progress):
        output(.progressed(request, progress))
        // The action may have been released by another thread, which has reset the progress before.
        if !inputs.isWanted { machine.cancelAll(output, inputs) }
      case .completed(let result): machine.end(with: .completed(result), output, inputs)
      }
    } ended: { machine in
      machine.end(with: .abandoned, output, inputs)
    }
  }

  /// Ends the current run, and begins the next.
  @_alwaysEmitIntoClient
  mutating func end(with outcome: Outcome, _ output: Output, _ inputs: Inputs) {
    guard let request = current.take() else { return }
    inputs.unfollow()
    let next = waiting.popFirst()
    output(.ended(request, outcome, isFollowed: next != nil))
    if let next { begin(next, output, inputs) }
  }

  @_alwaysEmitIntoClient
  mutating func withdraw(_ request: Request, _ output: Output, _ inputs: Inputs) {
    waiting.removeAll { $0 === request }
    if request === current { end(with: .cancelled, output, inputs) }
  }

  @_alwaysEmitIntoClient
  mutating func cancelAll(_ output: Output, _ inputs: Inputs) {
    let cancelled = waiting.takeAll().elements
    end(with: .cancelled, output, inputs)
    output(contentsOf: cancelled.map { .ended($0, .cancelled, isFollowed: false) })
  }
}

/// Publishes the events of an ``Action``.
@frozen @usableFromInline
struct ActionOutputs<Input: Sendable, Progress: Sendable, Success: Sendable, Failure: Error>: Sendable {
  @usableFromInline let isRunning = PublishedProperty(false)
  @usableFromInline let progress = PublishedProperty<Progress?>(nil)
  @usableFromInline let results = BroadcastSource<Result<Success, Failure>>()
  @usableFromInline let refusals = BroadcastSource<Input>()

  @_alwaysEmitIntoClient
  init() {}

  /// Publishes that there is no run.
  @_alwaysEmitIntoClient
  func reset() {
    progress.value = nil
    isRunning.value = false
  }

  @_alwaysEmitIntoClient
  func publish(_ event: ActionStateMachine<Input, Progress, Success, Failure>.Event) {
    switch event {
    case .started:
      isRunning.value = true
    case .progressed(let request, let latest):
      progress.value = latest
      request.observer?.report(latest)
    case .ended(let request, let outcome, let isFollowed):
      progress.value = nil
      if !isFollowed { isRunning.value = false }
      switch outcome {
      case .completed(let result):
        results.send(result)
        request.observer?.complete(result.mapError { .failed($0) })
      case .cancelled:
        request.observer?.fail(.cancelled)
      case .abandoned:
        break
      }
    case .refused(let request):
      refusals.send(request.input)
      request.observer?.fail(.refused)
    }
  }
}
