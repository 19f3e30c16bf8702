import Synchronization
import TidingsCore

/// A hub and the threads that use it, as a value: the hub's real state, driven by a model of its wiring.
///
/// The number of a subscriber in its scenario is called its seat; the hub numbers those who join.
///
/// A step of a thread is one critical section, one look at a slot, or one point in user code. What a thread
/// does in between concerns nobody else and belongs to the step before.
struct HubModel: Explorable {
  /// What never changes in an exploration.
  final class Setting: Sendable {
    let scenario: Scenario
    let rules: any HubRules
    let handlers: EndHandlers

    init(_ scenario: Scenario, rules: any HubRules) {
      self.scenario = scenario
      self.rules = rules
      handlers = EndHandlers(count: scenario.handlers)
    }
  }

  struct Thread: Hashable, Sendable {
    var stack: [Frame]
  }

  let setting: Setting
  var hub: State
  /// By subscriber; `refused` before they join.
  var ids: [SubscriptionID]
  /// What the tokens remember, by subscriber.
  var isGivenUp: [Bool]
  var threads: [Thread]
  var history: HubHistory
  var violation: Violation?

  var rules: any HubRules { setting.rules }
  var source: Scenario.Source { setting.scenario.source }

  /// The scenario where its threads begin, or where its setup has broken a contract.
  init(_ scenario: Scenario, rules: any HubRules = RealRules()) {
    setting = Setting(scenario, rules: rules)
    let source = scenario.source
    hub = State(
      memory: Memory(limit: source.memoryLimit, initial: source.initial, resetsToInitial: source.isCold),
      startsWithFirst: source.isCold, helpLimit: scenario.helpLimit)
    ids = scenario.subscribers.map { _ in .refused }
    isGivenUp = scenario.subscribers.map { _ in false }
    history = HubHistory(scenario)
    threads = [Thread(stack: [.script(Script(calls: scenario.setup))])]
    skipLocalSteps(of: 0)
    while violation == nil, let thread = unfinishedThreads.first { take(thread) }
    guard violation == nil else { return }
    threads = scenario.threads.map { Thread(stack: [.script(Script(calls: $0))]) }
    for thread in threads.indices { skipLocalSteps(of: thread) }
  }

  // MARK: Stepping

  var unfinishedThreads: [Int] {
    threads.indices.filter { !threads[$0].stack.isEmpty }
  }

  func stepping(_ thread: Int) -> HubModel {
    var next = self
    next.copyRoster()
    next.take(thread)
    return next
  }

  func nextStep(of thread: Int) -> String {
    threads[thread].stack.last.map { "\($0)" } ?? "nothing"
  }

  mutating func take(_ thread: Int) {
    if isWaiting(thread) { return fail(.p7, "a thread waits for another's delivery") }
    perform(threads[thread].stack.removeLast(), on: thread)
    skipLocalSteps(of: thread)
  }

  mutating func push(_ frame: Frame, on thread: Int) {
    threads[thread].stack.append(frame)
  }

  mutating func fail(_ contract: Contract, _ message: String) {
    if violation == nil { violation = Violation(contract: contract, message: message) }
  }

  func threadID(_ thread: Int) -> ThreadID { ThreadID(rawValue: UInt(thread + 1)) }

  private func isWaiting(_ thread: Int) -> Bool {
    guard rules.waitsForDelivery, case .publish = threads[thread].stack.last else { return false }
    return hub.isDelivering
  }

  /// Does something under the lock.
  mutating func inSection<Result>(on thread: Int, _ body: (any HubRules, inout Section) -> Result) -> Result {
    var section = Section(
      hub: hub, thread: threadID(thread), lastDelivered: history.lastDelivered, handlers: setting.handlers)
    let result = body(rules, &section)
    hub = section.hub
    if let torn = section.torn { push(.torn(torn), on: thread) }
    return result
  }

  /// Starts a job in the concurrency pool.
  mutating func startJob(_ frame: Frame) {
    guard rules.startsJobs else { return }
    threads.append(Thread(stack: [.inside(PublicCall(kind: .pool)), frame]))
  }

  /// An object: a state of its own has one of its own.
  mutating func copyRoster() {
    hub.roster = hub.roster.copy()
  }

  func number(of id: SubscriptionID) -> Int {
    ids.firstIndex(of: id)!
  }

  func phase(of seat: Int) -> SubscriptionPhase {
    hub.roster.phase(of: ids[seat])
  }
}

// MARK: - Telling states apart

extension HubModel {
  static func == (left: HubModel, right: HubModel) -> Bool {
    left.hashValue == right.hashValue
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(threads)
    hasher.combine(history)
    hasher.combine(violation)
    hashHub(into: &hasher)
    hashRuns(into: &hasher)
  }

  private func hashHub(into hasher: inout Hasher) {
    hasher.combine(ids)
    hasher.combine(isGivenUp)
    for id in ids {
      hasher.combine(hub.roster.phase(of: id))
      for handler in hub.roster.guarded.endHandlers[id] ?? [] {
        hasher.combine(setting.handlers.number(of: handler))
      }
      hasher.combine(-1)
    }
    hasher.combine(hub.roster.listedIDs)
    hasher.combine(hub.roster.newcomerIDs)
    hasher.combine(hub.roster.guarded.settling)
    hasher.combine(hub.roster.guarded.givenUp)
    hash(hub.backlog, into: &hasher)
    for arrival in hub.arrivals {
      hasher.combine(arrival.id)
      hash(arrival.backlog, into: &hasher)
    }
    hasher.combine(hub.roster.deadCount)
    hasher.combine(hub.roster.subscriberCount)
    hasher.combine(hub.roster.lastID)
    hasher.combine(hub.roster.baton.word.load(ordering: .relaxed))
    hasher.combine(hub.isFinished)
    hasher.combine(hub.memory.all)
    hasher.combine(hub.version)
    hasher.combine(hub.writers)
  }

  private func hashRuns(into hasher: inout Hasher) {
    hasher.combine(hub.runs.wanted)
    hasher.combine(hub.runs.lastRun)
    hasher.combine(hub.runs.running)
    hasher.combine(hub.runs.isCompleted)
    hasher.combine(hub.runs.isBusy)
    hasher.combine(hub.runs.token == nil)
  }

  private func hash(_ backlog: FIFO<State.Entry>, into hasher: inout Hasher) {
    for entry in backlog.elements {
      hasher.combine(Item(entry.item))
      hasher.combine(entry.lastID)
      hasher.combine(entry.thread)
    }
    hasher.combine(-1)
  }
}

extension HubState {
  /// As the baton has it; planted faults take it and give it away.
  var isDelivering: Bool {
    get { roster.baton.word.load(ordering: .relaxed) != Baton.Mark.free }
    nonmutating set { roster.baton.word.store(newValue ? Baton.Mark.held : Baton.Mark.free, ordering: .relaxed) }
  }
}

extension Item {
  init(_ item: State.Item) {
    switch item {
    case .update(let update): self = .update(update)
    case .end: self = .end
    }
  }

  var forHub: State.Item {
    switch self {
    case .update(let update): .update(update)
    case .end: .end
    }
  }
}
