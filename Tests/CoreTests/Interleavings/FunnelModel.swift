import TidingsCore

/// A funnel, its upstreams and the threads that use them, as a value: the real `HubState` and the real
/// `UpstreamsState`, driven by a model of the wiring in `Funnel`, `Upstreams` and `SubscriptionSlot`.
///
/// The hub and its wiring are those of ``HubModel``, with every contract that it is held to there. Upstreams are the
/// simplest that keep the contracts themselves: each delivers to a subscriber one item at a time.
struct FunnelModel: Explorable {
  /// What never changes in an exploration.
  final class Setting: Sendable {
    let scenario: FunnelScenario
    let rules: any FunnelRules
    /// By connection: slots and tokens serve only to be told apart, their states are in the model.
    let slots = (0..<8).map { _ in SubscriptionSlot() }
    let tokens = (0..<8).map { _ in Subscription.ended }

    init(_ scenario: FunnelScenario, rules: any FunnelRules) {
      self.scenario = scenario
      self.rules = rules
    }
  }

  /// The source of an upstream.
  struct Upstream: Hashable, Sendable {
    var latest: Int?
    var isFinished: Bool
  }

  enum Slot: Hashable, Sendable {
    case empty, filled, invalidated
  }

  /// One subscription to an upstream.
  struct Connection: Hashable, Sendable {
    let upstream: Int
    let run: RunID
    /// Nobody was subscribed any more when the connecting began.
    let isTooLate: Bool
    var slot = Slot.empty
    /// Nil before it is subscribed.
    var phase: SubscriptionPhase?
    var hasHandler = false
    /// The call that connects holds the token until it returns.
    var isHeld = false
    var queue: [Item] = []
    var isDelivering = false

    /// What the upstream has accepted for it.
    var accepted: [Int] = []
    /// How much of that has reached the rule.
    var arrived = 0
    var isEndArrived = false
    var isDisconnected = false

    var isActive: Bool { phase?.isActive == true }
  }

  /// What the rule remembers.
  struct RuleState: Hashable, Sendable {
    var followed: Int?
    var isTriggerOver = false
  }

  /// What has happened, as far as the contracts ask about it.
  struct Record: Hashable, Sendable {
    /// Runs whose upstreams have been given up.
    var closedRuns: Set<RunID> = []
    /// How often it was told that all have ended.
    var allEnded = 0
    /// What the subscriber was given last.
    var last: Int?
    /// What the rule was given, and what it has passed on.
    var inputs: [Int] = []
    var passedOn: [Int] = []
  }

  let setting: Setting
  var hub: HubModel
  var upstreams: [Upstream]
  /// By run.
  var states: [RunID: UpstreamsState] = [:]
  var connections: [Connection] = []
  var rule = RuleState()
  var record = Record()

  var rules: any FunnelRules { setting.rules }
  var scenario: FunnelScenario { setting.scenario }

  init(_ scenario: FunnelScenario, rules: any FunnelRules = RealFunnelRules()) {
    setting = Setting(scenario, rules: rules)
    hub = HubModel(scenario.hub, rules: rules.hub)
    upstreams = scenario.upstreams.map { Upstream(latest: $0.initial, isFinished: $0.hasFinished) }
    begin([scenario.setup])
    while violation == nil, let thread = unfinishedThreads.first { take(thread) }
    if violation == nil { begin(scenario.threads) }
  }

  private mutating func begin(_ threads: [[Call]]) {
    hub.threads = threads.map { HubModel.Thread(stack: [.script(Script(calls: $0))]) }
    for thread in threads.indices { skipLocalSteps(of: thread) }
  }

  // MARK: Stepping

  var unfinishedThreads: [Int] { hub.unfinishedThreads }

  var violation: Violation? { hub.violation }

  func nextStep(of thread: Int) -> String { hub.nextStep(of: thread) }

  func stepping(_ thread: Int) -> FunnelModel {
    var next = self
    next.hub.copyRoster()
    next.take(thread)
    return next
  }

  private mutating func take(_ thread: Int) {
    switch hub.threads[thread].stack.last {
    case .upstream(let step):
      hub.threads[thread].stack.removeLast()
      perform(step, on: thread)
    case .call(let call) where !call.isRunning:
      hub.take(thread)
      enterRule(with: call, on: thread)
    default:
      hub.take(thread)
    }
    skipLocalSteps(of: thread)
  }

  /// Goes on to where the thread does next what others could notice.
  private mutating func skipLocalSteps(of thread: Int) {
    hub.skipLocalSteps(of: thread)
    while case .upstream(.enter(let call, let run)) = hub.threads[thread].stack.last {
      hub.threads[thread].stack.removeLast()
      enter(call, in: run, on: thread)
      hub.skipLocalSteps(of: thread)
    }
    // A thread that was started on the way begins with its first call, too.
    if thread < hub.threads.count - 1 { skipLocalSteps(of: thread + 1) }
  }

  mutating func push(_ step: UpstreamStep, on thread: Int) {
    hub.push(.upstream(step), on: thread)
  }

  /// Makes calls, of which the first comes next.
  mutating func push(_ calls: [Call], in run: RunID = .first, on thread: Int) {
    hub.push(.script(Script(calls: calls, run: run)), on: thread)
  }

  mutating func fail(_ contract: Contract, _ message: String) {
    hub.fail(contract, message)
  }

  /// Does something under the lock of a run's upstreams.
  mutating func inSection<Result>(
    of run: RunID, _ body: (any FunnelRules, inout UpstreamsState) -> Result
  ) -> Result {
    var state = states[run] ?? UpstreamsState()
    defer { states[run] = state }
    return body(rules, &state)
  }

  func number(of slot: SubscriptionSlot) -> Int {
    setting.slots.firstIndex { $0 === slot }!
  }

  // MARK: Telling states apart

  static func == (left: FunnelModel, right: FunnelModel) -> Bool {
    left.hashValue == right.hashValue
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(hub)
    hasher.combine(upstreams)
    hasher.combine(connections)
    hasher.combine(rule)
    hasher.combine(record)
    for run in states.keys.sorted() {
      guard let state = states[run] else { continue }
      for connection in state.connections {
        hasher.combine(number(of: connection.slot))
        hasher.combine(connection.token == nil)
      }
      hasher.combine(state.isClosed)
      hasher.combine(state.allEnded == nil)
    }
  }
}
