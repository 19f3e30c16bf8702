import TidingsCore

/// An inbox on the main actor and those who use it, as a value: the real `InboxState`, driven by a model of `Inbox`.
///
/// Two of the threads stand for the main actor, of which only one is in the middle of something: the first runs code of
/// the user, the second the inbox's own jobs, at whatever moment the actor gets to them.
struct InboxModel: Explorable {
  struct Scenario: Sendable {
    enum Call: Hashable, Sendable {
      case publish(Int)
      case finish
      case invalidate
    }

    let name: String
    /// Done on the main actor; each is a job of its own.
    let onMain: [Call]
    /// Done by other threads.
    let elsewhere: [[Call]]
    /// How many items a job delivers.
    var jobLimit = 16
    var buffering = Buffering.unbounded
    /// What the closure does when it is given an update.
    var reactions: [Int: Call] = [:]
  }

  enum Frame: Hashable, Sendable {
    case calls([Scenario.Call])
    /// Publishes upstream, which delivers one item at a time, on one thread at a time.
    case publish(Item)
    case takeUpstream
    /// The critical sections of `Inbox`.
    case arrive(Item)
    case next(turns: Int)
    case close(SubscriptionPhase)
    case closeUpstream
    /// The closure is entered or returns. `holds` is whether the turn has found the closure still there.
    case call(Int, holds: Bool, isRunning: Bool)
    case runEndHandler
    case returnedFromPublish(Int)
    case returnedFromInvalidate
  }

  /// What has happened, as far as the contracts ask about it.
  struct Record: Hashable, Sendable {
    /// What upstream has handed to the inbox while the subscription was active.
    var arrived: [Int] = []
    var isEndArrived = false
    var calls = 0
    var endings = 0
    var hasBeenInvalidated = false
    /// Nothing is called any more, as the actor itself has given up the subscription.
    var isOver = false
    /// An update that must reach the closure before its publishing returns.
    var isDueAtOnce: Set<Int> = []
  }

  static let mainThreads = 0...1

  let scenario: Scenario
  let rules: any InboxRules
  var inbox = InboxState<Int>()
  var phase = SubscriptionPhase.live
  var holdsClosure = true
  var isUpstreamOpen = true
  var upstream: [Item] = []
  var isUpstreamDelivering = false
  var isUpstreamFinished = false
  var jobs = 0
  var threads: [[Frame]]
  var record = Record()
  var violation: Violation?

  init(_ scenario: Scenario, rules: any InboxRules = RealInboxRules()) {
    self.scenario = scenario
    self.rules = rules
    threads = [scenario.onMain.isEmpty ? [] : [.calls(scenario.onMain)], []]
    threads += scenario.elsewhere.map { [.calls($0)] }
  }

  // MARK: Stepping

  var unfinishedThreads: [Int] {
    threads.indices.filter { thread in
      let canStart = thread == 1 ? jobs > 0 : !threads[thread].isEmpty
      guard Self.mainThreads.contains(thread) else { return canStart }
      let other = 1 - thread
      return isInTheMiddle(thread) || canStart && !isInTheMiddle(other)
    }
  }

  /// Whether the thread is inside a job of the actor.
  private func isInTheMiddle(_ thread: Int) -> Bool {
    switch threads[thread].last {
    case nil, .calls: threads[thread].count > 1
    default: true
    }
  }

  func nextStep(of thread: Int) -> String {
    "\(threads[thread].last.map { "\($0)" } ?? "a job of the inbox") \(Self.mainThreads.contains(thread) ? "on main" : "")"
  }

  func stepping(_ thread: Int) -> InboxModel {
    var next = self
    if next.threads[thread].isEmpty {
      next.jobs -= 1
      next.push(.next(turns: 0), on: thread)
    }
    next.enterCall(on: thread)
    next.perform(next.threads[thread].removeLast(), on: thread)
    next.skipLocalSteps(of: thread)
    return next
  }

  mutating func push(_ frame: Frame, on thread: Int) {
    threads[thread].append(frame)
  }

  mutating func fail(_ contract: Contract, _ message: String) {
    if violation == nil { violation = Violation(contract: contract, message: message) }
  }

  private mutating func enterCall(on thread: Int) {
    guard case .calls(let calls) = threads[thread].last, let call = calls.first else { return }
    threads[thread].removeLast()
    if calls.count > 1 { push(.calls(Array(calls.dropFirst())), on: thread) }
    enter(call, on: thread)
  }

  func isOnMain(_ thread: Int) -> Bool { Self.mainThreads.contains(thread) }

  mutating func enter(_ call: Scenario.Call, on thread: Int) {
    switch call {
    case .publish(let update):
      push(.returnedFromPublish(update), on: thread)
      push(.publish(.update(update)), on: thread)
    case .finish:
      push(.publish(.end), on: thread)
    case .invalidate:
      push(.returnedFromInvalidate, on: thread)
      push(.closeUpstream, on: thread)
      push(.close(.invalidated), on: thread)
    }
  }

  private mutating func skipLocalSteps(of thread: Int) {
    while let top = threads[thread].last {
      switch top {
      case .returnedFromPublish(let update): checkPublished(update)
      case .returnedFromInvalidate: if isOnMain(thread) { record.isOver = true }
      default: return
      }
      threads[thread].removeLast()
    }
  }

  // MARK: Telling states apart

  static func == (left: InboxModel, right: InboxModel) -> Bool {
    left.hashValue == right.hashValue
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(threads)
    hasher.combine(record)
    hasher.combine(violation)
    hasher.combine(phase)
    hasher.combine(holdsClosure)
    hasher.combine(isUpstreamOpen)
    hasher.combine(upstream)
    hasher.combine(isUpstreamDelivering)
    hasher.combine(isUpstreamFinished)
    hasher.combine(jobs)
    for item in inbox.items.elements { hasher.combine(Item(item)) }
    hasher.combine(inbox.isBusy)
    hasher.combine(inbox.isCalling)
  }
}

extension Item {
  init(_ item: InboxState<Int>.Item) {
    switch item {
    case .update(let update): self = .update(update)
    case .end: self = .end
    }
  }

  var forInbox: InboxState<Int>.Item {
    switch self {
    case .update(let update): .update(update)
    case .end: .end
    }
  }
}
