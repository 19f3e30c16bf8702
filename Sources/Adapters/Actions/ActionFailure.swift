import TidingsCore

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
