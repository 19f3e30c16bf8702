import Dispatch
import Foundation
import TidingsCore

/// The check of one contract on one subject, on a separate thread.
///
/// A wrong subject can block the thread forever. Then the thread is abandoned, and the blocked call is reported.
final class ContractTrial: Sendable {
  private struct Step: Sendable {
    let id: Int
    let isCall: Bool
    let name: @Sendable () -> String
  }

  private struct State: Sendable {
    /// The calls that have not returned, on all threads, in their order.
    var steps: [Step] = []
    var lastID = 0
    var faults: [String] = []
    var isFinished = false
    var isAbandoned = false
  }

  /// The number of the contract, and its breach.
  private let headline: String
  private let state = AwaitedState(State())

  init(headline: String) { self.headline = headline }

  // MARK: Running

  func start(_ check: @escaping @Sendable () -> Void) {
    let thread = Thread { [self] in
      check()
      state.change { $0.isFinished = true }
    }
    thread.stackSize = 2 << 20
    thread.start()
  }

  /// Waits until the check finishes or the limit passes. Returns whether it finished.
  func finishes(within limit: Duration) async -> Bool {
    // A task of its own, because a check is not cancelled with its test.
    await Task {
      await state.wait(within: limit, on: OwnTime.scheduler) { $0.isFinished ? true : nil } ?? false
    }.value
  }

  /// Ends waits that would last forever. It cannot end calls of the subject.
  func abandon() { state.withLock { $0.isAbandoned = true } }
  var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

  // MARK: Calls of contracts

  /// Calls a function of the subject, which must return.
  func call<Result>(_ name: @escaping @autoclosure @Sendable () -> String, _ body: () -> Result) -> Result {
    perform(isCall: true, name, body)
  }

  /// Waits until the condition holds. The semaphore is signalled when it may have changed.
  func wait(for name: @escaping @Sendable () -> String, on semaphore: DispatchSemaphore, until holds: () -> Bool) {
    perform(isCall: false, name) {
      while !isAbandoned, !holds() {
        // Checks once a second whether the trial was abandoned.
        _ = semaphore.wait(timeout: .now() + 1)
      }
    }
  }

  private func perform<Result>(isCall: Bool, _ name: @escaping @Sendable () -> String, _ body: () -> Result) -> Result {
    let id = state.withLock { state in
      state.lastID += 1
      state.steps.append(Step(id: state.lastID, isCall: isCall, name: name))
      return state.lastID
    }
    defer { state.withLock { state in state.steps.removeAll { $0.id == id } } }
    return body()
  }

  /// Runs the body on another thread, and waits for it.
  func onOtherThread(_ body: @escaping @Sendable () -> Void) { onThreads(1) { _ in body() } }

  /// Runs the body on several threads, which begin at the same time, and waits for all.
  func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    // The wait begins before the threads, so that the last recorded step is one of theirs.
    perform(isCall: false, { "the other threads" }) {
      let (starting, running) = (DispatchGroup(), DispatchGroup())
      for _ in 0..<count {
        starting.enter()
        running.enter()
      }
      for index in 0..<count {
        Thread.detachNewThread {
          starting.leave()
          starting.wait()
          body(index)
          running.leave()
        }
      }
      running.wait()
    }
  }

  func fail(_ fault: String) { state.withLock { $0.faults.append(fault) } }

  // MARK: Reporting

  /// The outcome at the end of the time.
  func outcome(after limit: Duration) -> ContractOutcome {
    let (steps, faults, isFinished) = state.withLock { ($0.steps, $0.faults, $0.isFinished) }
    let found = faults.map { "\n\($0)" }.joined()
    if isFinished { return faults.isEmpty ? .kept : .broken(headline + found) }
    if let last = steps.last, !last.isCall {
      return .broken(
        "\(headline)\(found)\ndid not come within \(limit) in which the process could run: \(last.name())")
    }
    let calls = steps.filter(\.isCall).reversed().map { $0.name() }
    return .blocked("\(calls.joined(separator: ", during ")), in the check of \(headline)\(found)")
  }
}

/// The outcome of a trial.
enum ContractOutcome: Sendable {
  case kept
  case broken(String)
  /// A call has not returned.
  case blocked(String)
}

extension Array {
  /// Checks contracts of a subject, one after the other, and fails the test for each that is broken.
  ///
  /// - Parameters:
  ///   - promises: The contracts to leave out.
  ///   - concurrently: Whether to check those that drive the subject on several threads at the same time.
  func check<Subject>(
    except promises: Set<ContractNumber> = [], concurrently: Bool = true, at site: CallSite,
    _ make: @escaping @Sendable () -> Subject
  ) async where Element == Contract<Subject> {
    let limit = ContractLimit.current
    var trials: [ContractTrial] = []
    var unfinished: [ContractTrial] = []
    for contract in self where !promises.contains(contract.number) && (concurrently || !contract.isConcurrent) {
      let trial = ContractTrial(headline: "\(contract.number): \(contract.breach)")
      trials.append(trial)
      trial.start {
        let fixture = ContractFixture(in: trial, make)
        guard contract.applies(fixture.subject) else { return }
        contract.check(fixture)
        fixture.invalidateAll()
      }
      // If one contract blocks, the next one is still checked.
      if await !trial.finishes(within: Swift.min(limit, ContractLimit.patience)) { unfinished.append(trial) }
    }
    await withTaskGroup(of: Void.self) { group in
      for trial in unfinished { group.addTask { _ = await trial.finishes(within: limit) } }
    }
    report(trials.map { $0.outcome(after: limit) }, after: limit, at: site)
    for trial in trials { trial.abandon() }
  }
}

/// Reports one failure for each breach, and one for all calls that have not returned.
///
/// Most contracts make calls during a delivery.
private func report(_ outcomes: [ContractOutcome], after limit: Duration, at site: CallSite) {
  let host = TestHost.current
  for case .broken(let failure) in outcomes { host.fail(failure, at: site) }
  let blocked = outcomes.compactMap { if case .blocked(let call) = $0 { call } else { nil } }
  guard !blocked.isEmpty else { return }
  host.fail(
    """
    \(ContractNumber.p7): a call did not return, or the calls are slow: after \(limit) in which the process could run
    \(blocked.joined(separator: "\n"))
    """, at: site)
}

/// The time limit of a contract, measured in the time in which the process can run.
package enum ContractLimit {
  static let patience = Duration.milliseconds(250)

  /// It is shorter in tests of the contracts, whose subjects block forever.
  @TaskLocal package static var current = Duration.seconds(60)
}
