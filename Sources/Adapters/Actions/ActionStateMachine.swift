import Synchronization
import TidingsCore

/// An input of an ``Action``. An object: it is found again by its identity.
final class ActionRequest<Input: Sendable, Progress: Sendable, Success: Sendable, Failure: Error>: Sendable {
  let input: Input
  /// The task that was made for it, if one was.
  let observer: TaskRun<Progress, Success, ActionFailure<Failure>>?
  /// Whether it is skipped in its turn. The machine alone touches it.
  private let withdrawal = Atomic(false)

  init(_ input: Input, observer: TaskRun<Progress, Success, ActionFailure<Failure>>? = nil) {
    self.input = input
    self.observer = observer
  }

  var isWithdrawn: Bool {
    get { withdrawal.load(ordering: .relaxed) }
    set { withdrawal.store(newValue, ordering: .relaxed) }
  }
}

/// Decides which requests of an ``Action`` run.
///
/// It is the state of an operator, so it handles one input after the other.
struct ActionStateMachine<Input: Sendable, Progress: Sendable, Success: Sendable, Failure: Error>: Sendable {
  typealias Request = ActionRequest<Input, Progress, Success, Failure>
  typealias Work = PublishedTask<Progress, Success, Failure>

  enum Command: Sendable {
    case requested(Request)
    case withdrawn(Request)
    case cancelled
    /// Sent by the machine to itself, after the inputs of subscribers that were notified of the run.
    ///
    /// If one of them has cancelled it, it does not start.
    case start(Request)
  }

  enum Outcome: Sendable {
    case completed(Result<Success, Failure>)
    case cancelled
    /// The task has ended without a result.
    case abandoned
  }

  enum Event: Sendable {
    case started(Request)
    case progressed(Request, Progress)
    case ended(Request, Outcome, isFollowed: Bool)
    case refused(Request)
  }

  private typealias Inputs = OperatorInputs<Self>
  private typealias Output = OperatorOutput<Event>

  private let overlap: ActionOverlap
  private let commands: BroadcastSource<Command>
  private var current: Request?
  private var waiting = FIFO<Request>()

  private init(overlap: ActionOverlap, commands: BroadcastSource<Command>) {
    self.overlap = overlap
    self.commands = commands
  }

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

  private var accepts: Bool { current == nil || overlap != .refuse }

  private mutating func take(_ request: Request, _ output: Output, _ inputs: Inputs) {
    if current == nil { return begin(request, output) }
    waiting.append(request)
    if overlap == .restart { end(with: .cancelled, output, inputs) }
  }

  private mutating func begin(_ request: Request, _ output: Output) {
    current = request
    output(.started(request))
    commands.send(.start(request))
  }

  private mutating func run(_ request: Request, _ task: Work, _ output: Output, _ inputs: Inputs) {
    inputs.follow(task) { machine, update in
      switch update {
      case .inProgress(let progress): output(.progressed(request, progress))
      case .completed(let result): machine.end(with: .completed(result), output, inputs)
      }
    } ended: { machine in
      machine.end(with: .abandoned, output, inputs)
    }
  }

  /// Ends the current run, and begins the next.
  private mutating func end(with outcome: Outcome, _ output: Output, _ inputs: Inputs) {
    guard let request = current.take() else { return }
    inputs.unfollow()
    let next = nextWaiting()
    output(.ended(request, outcome, isFollowed: next != nil))
    if let next { begin(next, output) }
  }

  private mutating func nextWaiting() -> Request? {
    while let request = waiting.popFirst() {
      if !request.isWithdrawn { return request }
    }
    return nil
  }

  private mutating func withdraw(_ request: Request, _ output: Output, _ inputs: Inputs) {
    request.isWithdrawn = true
    if request === current { end(with: .cancelled, output, inputs) }
  }

  private mutating func cancelAll(_ output: Output, _ inputs: Inputs) {
    var cancelled: [Request] = []
    while let request = nextWaiting() { cancelled.append(request) }
    end(with: .cancelled, output, inputs)
    output(contentsOf: cancelled.map { .ended($0, .cancelled, isFollowed: false) })
  }
}
