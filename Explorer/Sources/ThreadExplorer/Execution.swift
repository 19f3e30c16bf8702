import Foundation

/// One run of a scenario, in one schedule.
///
/// Invariant behind `@unchecked`: all that changes is touched only by the thread whose turn it is: at first the one that
/// calls `run`, then one controlled thread after the other, at last the first again. Turns are passed by semaphores.
final class Execution: @unchecked Sendable {
  private enum Progress {
    /// Can go on, and does this next.
    case ready(Step.Action)
    case waiting(lock: UInt64)
    case finished
  }

  private struct Member {
    var body: (@Sendable () -> Void)?
    var progress = Progress.ready(.start)
    let worker: Worker
  }

  private(set) var steps: [Step] = []
  private(set) var schedule = Schedule()
  private var members: [Member] = []
  private var owners: [UInt64: Int] = [:]
  private var lockNumbers: [UInt64: Int] = [:]
  private var stuck: String?

  private let chooser: any Chooser
  private let workers: WorkerPool
  private let pointLimit: Int
  private let surroundings: ThreadExplorer.Surroundings
  private let over = DispatchSemaphore(value: 0)

  init(
    bodies: [@Sendable () -> Void], chooser: any Chooser, workers: WorkerPool, pointLimit: Int,
    surroundings: @escaping ThreadExplorer.Surroundings
  ) {
    self.chooser = chooser
    self.workers = workers
    self.pointLimit = pointLimit
    self.surroundings = surroundings
    for body in bodies { add(body) }
  }

  private func add(_ body: @escaping @Sendable () -> Void) {
    let worker = workers[members.count]
    worker.job = (self, members.count)
    members.append(Member(body: body, worker: worker))
  }

  /// Runs to the end. Returns what went wrong when that is not reached: then its threads stay where they are.
  func run() -> String? {
    guard let first = decide(running: nil) else { return nil }
    members[first].worker.wake()
    guard over.wait(timeout: .now() + 60) == .success else {
      // Nothing can be read safely here except what no thread writes: one of them may be running still.
      fatalError("A thread waits for something that the explorer does not know; it must be a lock that it is told of")
    }
    return stuck
  }

  // MARK: On a controlled thread

  func perform(_ index: Int) {
    runBody(of: index)
    members[index].progress = .finished
    passTurn(from: index)
  }

  private func runBody(of index: Int) {
    let thread = ControlledThread(execution: self, index: index)
    ControlledThread.$current.withValue(thread) {
      surroundings(thread) { takeBody(of: index)?() }
    }
  }

  /// The body goes where it has run: what is let go with it may take locks.
  private func takeBody(of index: Int) -> (@Sendable () -> Void)? {
    defer { members[index].body = nil }
    return members[index].body
  }

  func reach(_ what: String, by index: Int) {
    members[index].progress = .ready(.reach(what))
    standBack(index)
  }

  func acquire(_ lock: UInt64, by index: Int) {
    members[index].progress = .waiting(lock: lock)
    standBack(index)
    owners[lock] = index
  }

  func release(_ lock: UInt64) {
    owners[lock] = nil
  }

  func spawn(_ body: @escaping @Sendable () -> Void) {
    add(body)
  }

  // MARK: Whose turn it is

  /// Returns when it is the thread's turn.
  private func standBack(_ index: Int) {
    let next = decide(running: index)
    guard next != index else { return }
    // Before it is another's turn: then nothing here may be looked at.
    let worker = members[index].worker
    wake(next)
    worker.waitForTurn()
  }

  private func passTurn(from index: Int) {
    wake(decide(running: nil))
  }

  private func wake(_ next: Int?) {
    if let next { members[next].worker.wake() } else { over.signal() }
  }

  /// Chooses who goes on; nil when nobody can.
  private func decide(running: Int?) -> Int? {
    guard steps.count < pointLimit else {
      stuck = "It goes on for ever: \(pointLimit) points were reached"
      return nil
    }
    var options: [Int] = []
    let isForced = running.map { !canGoOn($0) } ?? true
    if let running, !isForced { options.append(running) }
    for index in members.indices where index != running && canGoOn(index) { options.append(index) }
    guard let first = options.first else {
      if isAnyoneLeft { stuck = deadlock }
      return nil
    }
    var next = first
    if options.count > 1 {
      next = options[chooser.choose(from: options, at: steps.count, isForced: isForced)]
      if next != first { schedule.switches.append(Schedule.Switch(point: steps.count, thread: next)) }
    }
    steps.append(Step(thread: next, action: nextAction(of: next)))
    return next
  }

  private func canGoOn(_ index: Int) -> Bool {
    switch members[index].progress {
    case .ready: true
    case .waiting(let lock): owners[lock] == nil
    case .finished: false
    }
  }

  private func nextAction(of index: Int) -> Step.Action {
    switch members[index].progress {
    case .ready(let action): action
    case .waiting(let lock): .lock(number(of: lock))
    case .finished: preconditionFailure("A finished thread does nothing")
    }
  }

  private func number(of lock: UInt64) -> Int {
    if let number = lockNumbers[lock] { return number }
    lockNumbers[lock] = lockNumbers.count + 1
    return lockNumbers.count
  }

  private var isAnyoneLeft: Bool {
    members.contains { if case .finished = $0.progress { false } else { true } }
  }

  private var deadlock: String {
    let waits = members.indices.compactMap { index in
      guard case .waiting(let lock) = members[index].progress, let owner = owners[lock] else { return String?.none }
      return
        "\(Schedule.name(ofThread: index)) waits for lock \(number(of: lock)), which \(Schedule.name(ofThread: owner)) has"
    }
    return "DEADLOCK: " + waits.joined(separator: "; ")
  }
}
