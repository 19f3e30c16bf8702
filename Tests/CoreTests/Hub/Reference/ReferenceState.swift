/// Everything that a ``ReferenceHub`` knows: each method is one critical section.
///
/// Written down from the contracts and the table of verbs, and not from the engine that it is compared with: a plain
/// value in which everything is looked up and copied.
struct ReferenceState<Update: Sendable>: Sendable {
  typealias Receive = @Sendable (Update) -> Void
  typealias Action = @Sendable () -> Void

  enum Phase: Sendable { case initial, live, ended, invalidated }

  enum Item: Sendable { case update(Update), end }

  struct Subscriber: Sendable {
    var phase: Phase
    var receive: Receive?
    /// What has arrived during its initial delivery.
    var backlog: [Item] = []
    var endHandlers: [Action] = []

    var isActive: Bool { phase == .initial || phase == .live }
  }

  struct Entry: Sendable {
    let item: Item
    /// Who was subscribed when it was accepted.
    let audience: [Int]
  }

  let rules: ReferenceRules<Update>
  /// Those that have left stay, to be asked about.
  var subscribers: [Subscriber] = []
  /// The active ones, and those about to join once the run is up.
  var count = 0
  var backlog: [Entry] = []
  var isDelivering = false
  /// Left during a delivery: whoever delivers may be inside their closures.
  var leavers: [Int] = []
  var isFinished = false
  var remembered: [Update]
  var version = 0

  var lastRun = 0
  /// The run whose updates count, and the one that is up; 0 is none.
  var wanted: Int
  var running: Int
  var stop: Action?
  var isCompleted = false
  var hooksAreBusy = false

  init(_ rules: ReferenceRules<Update>) {
    self.rules = rules
    remembered = rules.initial.map { [$0] } ?? []
    wanted = rules.isCold ? 0 : 1
    running = wanted
  }

  var audience: [Int] { subscribers.indices.filter { subscribers[$0].isActive } }
}

struct ReferenceRules<Update: Sendable>: Sendable {
  var limit = 0
  var initial: Update?
  var isCold = false
  var keepsMemory = false

  /// So that what a start sets is the value that its first subscriber gets.
  var joinsAfterStart: Bool { isCold && initial != nil }
}

extension ReferenceState {
  /// Returns nil if the update comes too late, else whether the caller delivers.
  mutating func accept(_ update: Update, in run: Int) -> Bool? {
    guard !isFinished, run == wanted else { return nil }
    version += 1
    remembered = Array((remembered + [update]).suffix(rules.limit))
    return append(.update(update))
  }

  /// Accepts the end, behind a result if there is one.
  mutating func finish(with result: Update? = nil, in run: Int) -> Bool? {
    guard !isFinished, run == wanted else { return nil }
    var delivers = false
    if let result {
      delivers = accept(result, in: run) == true
      isCompleted = true
    }
    isFinished = true
    if rules.isCold { wanted = 0 }
    return append(.end) || delivers
  }

  private mutating func append(_ item: Item) -> Bool {
    let audience = audience
    guard !audience.isEmpty else { return false }
    backlog.append(Entry(item: item, audience: audience))
    defer { isDelivering = true }
    return !isDelivering
  }

  /// What the deliverer does next. Nothing ends the delivery.
  mutating func take() -> Entry? {
    isDelivering = !backlog.isEmpty
    return isDelivering ? backlog.removeFirst() : nil
  }

  /// The deliverer has reached everyone.
  mutating func takeLeavers() -> [Int] {
    defer { leavers = [] }
    return leavers
  }

  enum Claim: Sendable { case call(Receive), leave(Departure), skip }

  /// The deliverer's last look before a call.
  mutating func claim(_ id: Int, for item: Item) -> Claim {
    switch (subscribers[id].phase, item) {
    case (.live, .update): return subscribers[id].receive.map { .call($0) } ?? .skip
    case (.live, .end): return leave(id, as: .ended).map { .leave($0) } ?? .skip
    case (.initial, _): subscribers[id].backlog.append(item)
    case (.ended, _), (.invalidated, _): break
    }
    return .skip
  }
}
