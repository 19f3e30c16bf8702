import TestSupport
import Tidings
import TidingsCore

struct Fault: Error, Equatable {
  var code = 0
}

/// Creates named tasks, records when they are started and cancelled, and controls their runs.
final class Workshop<Progress: Sendable>: Sendable {
  typealias Run = TaskRun<Progress, Int, Fault>

  let log = History<String>()
  private let runs = Locked<[String: Run]>([:])

  func task(_ name: String) -> PublishedTask<Progress, Int, Fault> {
    PublishedTask(start: { [self] run in
      log.record("start \(name)")
      hold(run, as: name)
      return Subscription { [self] in
        log.record("cancel \(name)")
        hold(nil, as: name)
      }
    })
  }

  func report(_ progress: Progress, in name: String) {
    runs.withLock { $0[name] }?.report(progress)
  }

  func complete(_ name: String, _ result: Result<Int, Fault>) {
    hold(nil, as: name)?.complete(result)
  }

  /// Releases a run without completing it.
  func abandon(_ name: String) {
    hold(nil, as: name)
  }

  @discardableResult
  private func hold(_ run: Run?, as name: String) -> Run? {
    runs.withLock { runs in
      defer { runs[name] = run }
      return runs[name]
    }
  }
}

extension PublishedTask {
  /// Subscribes, and records all events up to the end.
  func record(in history: History<String>) -> Subscription {
    attach { update in
      switch update {
      case .inProgress(let progress): history.record("\(progress)")
      case .completed(.success(let success)): history.record("success \(success)")
      case .completed(.failure(let failure)): history.record("failure \(failure)")
      }
    }.whenEnded(isolation: nil) { history.record("end") }
  }
}

extension Publisher {
  /// Subscribes, and records all events up to the end.
  func recordAll(in history: History<String>) -> Subscription {
    attach { history.record("\($0)") }.whenEnded(isolation: nil) { history.record("end") }
  }
}

extension Fault: CustomStringConvertible {
  var description: String { "\(code)" }
}
