public import TidingsCore

/// An input of an ``Action``. An object: it is found again by its identity.
@usableFromInline
final class ActionRequest<Input: Sendable, Progress: Sendable, Success: Sendable, Failure: Error>: Sendable {
  @usableFromInline let input: Input
  @usableFromInline let observer: TaskRun<Progress, Success, ActionFailure<Failure>>?

  @usableFromInline init(_ input: Input, observer: TaskRun<Progress, Success, ActionFailure<Failure>>? = nil) {
    self.input = input
    self.observer = observer
  }
}

/// Decides which requests of an ``Action`` run. As the state of an operator, it handles one input after the other.
@usableFromInline
struct ActionStateMachine<Input: Sendable, Progress: Sendable, Success: Sendable, Failure: Error>: Sendable {
  @usableFromInline typealias Request = ActionRequest<Input, Progress, Success, Failure>

  @usableFromInline enum Command: Sendable {
    case requested(Request)
    case withdrawn(Request)
    case cancelled
    /// The machine sends it to itself, so that subscribers that were notified of the run can cancel it before its start.
    case start(Request)
  }

  @usableFromInline enum Outcome: Sendable {
    case completed(Result<Success, Failure>)
    case cancelled
    /// The task has ended without a result.
    case abandoned
  }

  @usableFromInline enum Event: Sendable {
    case started(Request)
    case progressed(Request, Progress)
    case ended(Request, Outcome, isFollowed: Bool)
    case refused(Request)
  }

  @usableFromInline typealias Inputs = OperatorInputs<Self>
  @usableFromInline typealias Output = OperatorOutput<Event>

  @usableFromInline let commands: BroadcastSource<Command>
  @usableFromInline var current: Request?
  @usableFromInline var waiting = FIFO<Request>()

  @usableFromInline init(commands: BroadcastSource<Command>) { self.commands = commands }

  @_alwaysEmitIntoClient static func events(
    from commands: BroadcastSource<Command>, overlap: ActionOverlap, isAllowed: @escaping @Sendable () -> Bool,
    makeTask: @escaping @Sendable (Input) -> PublishedTask<Progress, Success, Failure>
  ) -> Broadcaster<Event> {
    Broadcaster(remembering: Self(commands: commands)) { inputs, output in
      inputs.connect(commands) { machine, command in
        switch command {
        case .requested(let request):
          guard isAllowed(), machine.current == nil || overlap != .refuse else { return output(.refused(request)) }
          if machine.current == nil { return machine.begin(request, output, inputs) }
          machine.waiting.append(request)
          if overlap == .restart { machine.end(with: .cancelled, output, inputs) }
        case .withdrawn(let request):
          machine.waiting.removeAll { $0 === request }
          if request === machine.current { machine.end(with: .cancelled, output, inputs) }
        case .cancelled:
          machine.cancelAll(output, inputs)
        case .start(let request):
          guard request === machine.current else { return }
          inputs.follow(makeTask(request.input)) { machine, update in
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
      }
    }
  }

  @_alwaysEmitIntoClient mutating func begin(_ request: Request, _ output: Output, _ inputs: Inputs) {
    guard inputs.isWanted else { return }
    current = request
    output(.started(request))
    // The action may have been released since, by a subscriber or another thread.
    guard inputs.isWanted else { return cancelAll(output, inputs) }
    // Other requests that are withdrawn together with the previous one must not be started in between.
    Nesting.afterGivingUp { [commands] in commands.send(.start(request)) }
  }

  @_alwaysEmitIntoClient mutating func end(with outcome: Outcome, _ output: Output, _ inputs: Inputs) {
    guard let request = current.take() else { return }
    inputs.unfollow()
    let next = waiting.popFirst()
    output(.ended(request, outcome, isFollowed: next != nil))
    if let next { begin(next, output, inputs) }
  }

  @_alwaysEmitIntoClient mutating func cancelAll(_ output: Output, _ inputs: Inputs) {
    let cancelled = waiting.takeAll().elements
    end(with: .cancelled, output, inputs)
    output(contentsOf: cancelled.map { .ended($0, .cancelled, isFollowed: false) })
  }
}

@frozen @usableFromInline
struct ActionOutputs<Input: Sendable, Progress: Sendable, Success: Sendable, Failure: Error>: Sendable {
  @usableFromInline let isRunning = PublishedProperty(false)
  @usableFromInline let progress = PublishedProperty<Progress?>(nil)
  @usableFromInline let results = BroadcastSource<Result<Success, Failure>>()
  @usableFromInline let refusals = BroadcastSource<Input>()

  @_alwaysEmitIntoClient init() {}

  @_alwaysEmitIntoClient func reset() {
    progress.value = nil
    isRunning.value = false
  }

  @_alwaysEmitIntoClient func publish(_ event: ActionStateMachine<Input, Progress, Success, Failure>.Event) {
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
