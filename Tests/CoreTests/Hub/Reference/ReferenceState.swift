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

extension ReferenceState {
  /// Returns whether a run must be started.
  mutating func reserve() -> Bool {
    count += 1
    guard count == 1, rules.isCold, !isFinished else { return false }
    lastRun += 1
    wanted = lastRun
    return true
  }

  struct Joining: Sendable {
    let id: Int
    var first: Update?
    var needsHooks = false
    /// The end was there before.
    var isRefused = false
  }

  mutating func join(_ receive: @escaping Receive, isReserved: Bool) -> Joining {
    var joining = Joining(id: subscribers.count)
    if !isReserved { joining.needsHooks = reserve() }
    var subscriber = Subscriber(phase: .live, receive: receive)
    if let first = remembered.first {
      joining.first = first
      subscriber.phase = .initial
      subscriber.backlog = remembered.dropFirst().map { .update($0) } + (isFinished ? [.end] : [])
    } else if isFinished {
      subscriber.phase = .ended
      joining.isRefused = true
      count -= 1
    }
    subscribers.append(subscriber)
    return joining
  }

  enum Settlement: Sendable { case call(Update), leave(Departure), live, dead }

  /// The subscribing thread asks what has arrived during the initial delivery. Nothing makes the subscriber live.
  mutating func settle(_ id: Int) -> Settlement {
    guard subscribers[id].phase == .initial else { return .dead }
    guard !subscribers[id].backlog.isEmpty else {
      subscribers[id].phase = .live
      return .live
    }
    switch subscribers[id].backlog.removeFirst() {
    case .update(let update): return .call(update)
    case .end:
      guard var departure = leave(id, as: .ended) else { return .dead }
      departure.releasesAtOnce = true
      return .leave(departure)
    }
  }

  struct Departure: Sendable {
    let id: Int
    /// Nobody can be inside the closure.
    var releasesAtOnce: Bool
    var endHandlers: [Action]
    var needsHooks: Bool
    var forgotten: [any Sendable]
  }

  /// Returns nil if it has left already.
  mutating func leave(_ id: Int, as phase: Phase) -> Departure? {
    let left = subscribers[id]
    guard left.isActive else {
      if phase == .invalidated { subscribers[id].phase = .invalidated }
      return nil
    }
    subscribers[id].phase = phase
    subscribers[id].backlog = []
    subscribers[id].endHandlers = []
    if isDelivering, left.phase == .live { leavers.append(id) }
    var departure = Departure(
      id: id, releasesAtOnce: !isDelivering && left.phase == .live,
      endHandlers: phase == .ended ? left.endHandlers : [], needsHooks: false,
      forgotten: [left.backlog, left.endHandlers, remembered])
    departure.needsHooks = countOut()
    return departure
  }

  /// Returns whether the run must be stopped.
  mutating func countOut() -> Bool {
    count -= 1
    guard count == 0, rules.isCold, !isFinished else { return false }
    wanted = 0
    version += 1
    if !rules.keepsMemory { remembered = rules.initial.map { [$0] } ?? [] }
    return true
  }

  /// Closures to let go of, outside the lock.
  mutating func takeClosures(of ids: [Int]) -> [Subscriber] {
    let taken = ids.map { subscribers[$0] }
    for id in ids { subscribers[id].receive = nil }
    return taken
  }
}

extension ReferenceState {
  enum Hook: Sendable { case start(Int), stop(Action?), letGo(Action?) }

  /// What whoever has the hooks does next; nothing gives them back.
  mutating func nextHook() -> Hook? {
    hooksAreBusy = running != wanted
    guard hooksAreBusy else { return nil }
    guard running != 0 else {
      running = wanted
      return .start(running)
    }
    running = 0
    defer { stop = nil }
    return isCompleted ? .letGo(stop) : .stop(stop)
  }
}
