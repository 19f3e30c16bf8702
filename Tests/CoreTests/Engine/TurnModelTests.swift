import Synchronization
import Testing
import TidingsCore

/// Checks every interleaving of a few threads that send, join or leave once with the real ``Turn``.
struct TurnModelTests {
  private static let combinations: [[TurnModel.Call]] = combinations(of: 3) + combinations(of: 4)

  private static func combinations(of count: Int) -> [[TurnModel.Call]] {
    guard count > 0 else { return [[]] }
    return combinations(of: count - 1).flatMap { shorter in
      TurnModel.Call.allCases.filter { $0.rawValue >= shorter.last?.rawValue ?? 0 }.map { shorter + [$0] }
    }
  }

  @Test(arguments: combinations)
  func `lets one thread deliver at a time, and completes all work`(calls: [TurnModel.Call]) {
    #expect(TurnModel(calls).violation == nil)
  }

  @Test(arguments: TurnModel.Fault.allCases)
  func `reports a violation if an operation is wrong`(fault: TurnModel.Fault) {
    let violations = Self.combinations.compactMap { TurnModel($0, fault).violation }
    #expect(violations.contains(fault.consequence))
  }
}

/// A model of the threads that use a ``Turn``. Each step is one atomic operation or critical section.
struct TurnModel {
  enum Call: Int, CaseIterable { case send, join, leave }

  enum Violation: Equatable { case twoAtOnce, workLeft, stuck }

  enum Fault: CaseIterable {
    case takesWithoutComparing, callsInTwoSteps, givesBackDespiteCall, putsDownWithoutLock, calmsAfterUnlocking

    var consequence: Violation {
      switch self {
      case .takesWithoutComparing: .twoAtOnce
      case .callsInTwoSteps, .givesBackDespiteCall, .putsDownWithoutLock, .calmsAfterUnlocking: .workLeft
      }
    }
  }

  private enum Step {
    case start, deliver, delivering, giveBack
    case lock, takeOrCall, markCalled, change, changing, queue, unlock
    case lockForDrain, refill, calmLate, next, lockForJoin, performing, performingJoin
    case done
  }

  private struct Thread: Hashable {
    var step = Step.start
    var batch: [Call] = []
  }

  private struct State: Hashable {
    var word: UInt32 = 0
    var lockOwner: Int?
    var queue: [Call] = []
    /// The thread that reads or changes the list of subscribers.
    var user: Int?
    var doneCount = 0
    var threads: [Thread]

    mutating func onTurn<Result>(_ body: (borrowing Turn) -> Result) -> Result {
      let turn = Turn()
      turn.word.store(word, ordering: .relaxed)
      defer { word = turn.word.load(ordering: .relaxed) }
      return body(turn)
    }
  }

  private let calls: [Call]
  private let fault: Fault?

  init(_ calls: [Call], _ fault: Fault? = nil) {
    self.calls = calls
    self.fault = fault
  }

  /// The first violation that is found in a search of all states.
  var violation: Violation? {
    let first = State(threads: calls.map { _ in Thread() })
    var known: Set<State> = [first]
    var unvisited = [first]
    while let state = unvisited.popLast() {
      var isStuck = true
      for index in calls.indices {
        switch successor(of: state, index) {
        case nil: break
        case .failure(.violation(let violation)): return violation
        case .success(let next):
          isStuck = false
          if known.insert(next).inserted { unvisited.append(next) }
        }
      }
      guard isStuck else { continue }
      if state.threads.contains(where: { $0.step != .done }) { return .stuck }
      if state.word != 0 || !state.queue.isEmpty || state.doneCount != calls.count { return .workLeft }
    }
    return nil
  }

  private enum Broken: Error { case violation(Violation) }

  /// The state after the next step of a thread, or nil if the thread waits or is done.
  private func successor(of state: State, _ index: Int) -> Result<State, Broken>? {
    var next = state
    var thread: Thread {
      get { next.threads[index] }
      set { next.threads[index] = newValue }
    }
    func lock(then step: Step) -> Bool {
      guard next.lockOwner == nil else { return false }
      next.lockOwner = index
      thread.step = step
      return true
    }
    func use(then step: Step) throws(Broken) {
      guard next.user == nil else { throw .violation(.twoAtOnce) }
      next.user = index
      thread.step = step
    }
    func finishUse(then step: Step) {
      next.user = nil
      next.doneCount += 1
      thread.step = step
    }
    let call = calls[index]
    do throws(Broken) {
      switch thread.step {
      case .start:
        if call == .send {
          let isTaken = next.onTurn { $0.take() } || fault == .takesWithoutComparing
          if isTaken, fault == .takesWithoutComparing { next.word = 1 }
          thread.step = isTaken ? .deliver : .lock
        } else {
          thread.step = .lock
        }
      case .deliver: try use(then: .delivering)
      case .delivering: finishUse(then: .giveBack)
      case .giveBack:
        let isFree = next.onTurn { $0.giveBack() }
        if !isFree, fault == .givesBackDespiteCall { next.word = 0 }
        thread.step = isFree || fault == .givesBackDespiteCall ? .done : .lockForDrain
      case .lock: guard lock(then: .takeOrCall) else { return nil }
      case .takeOrCall:
        if fault == .callsInTwoSteps, next.word != 0 {
          thread.step = .markCalled
        } else if next.onTurn({ $0.takeOrCall(hurried: call == .leave) }) {
          thread.step = .change
        } else {
          thread.step = .queue
        }
      case .markCalled:
        _ = next.onTurn { $0.takeOrCall() }
        thread.step = .queue
      case .change:
        // A sender delivers without the lock. A joiner or leaver changes the list immediately.
        if call == .send {
          next.lockOwner = nil
          thread.step = .deliver
        } else {
          try use(then: .changing)
        }
      case .changing:
        finishUse(then: .unlock)
        next.onTurn { $0.putDown() }
      case .queue:
        next.queue.append(call)
        thread.step = .unlock
      case .unlock:
        next.lockOwner = nil
        thread.step = .done
      case .lockForDrain:
        if fault == .putsDownWithoutLock, next.queue.isEmpty {
          next.onTurn { $0.putDown() }
          thread.step = .done
        } else {
          guard lock(then: .refill) else { return nil }
        }
      case .refill:
        thread.batch = next.queue
        next.queue = []
        next.lockOwner = nil
        if thread.batch.isEmpty {
          next.onTurn { $0.putDown() }
          thread.step = .done
        } else if fault == .calmsAfterUnlocking {
          thread.step = .calmLate
        } else {
          next.onTurn { $0.calm() }
          thread.step = .next
        }
      case .calmLate:
        next.onTurn { $0.calm() }
        thread.step = .next
      case .next:
        switch thread.batch.first {
        case nil: thread.step = .giveBack
        case .send: try use(then: .performing)
        case .join, .leave: guard lock(then: .lockForJoin) else { return nil }
        }
      case .lockForJoin: try use(then: .performingJoin)
      case .performing, .performingJoin:
        if thread.step == .performingJoin { next.lockOwner = nil }
        thread.batch.removeFirst()
        finishUse(then: .next)
      case .done: return nil
      }
    } catch {
      return .failure(error)
    }
    return .success(next)
  }
}
