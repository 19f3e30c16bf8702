import TidingsCore

/// What has happened so far, as far as the contracts ask about it.
///
/// It is kept from what goes in and what comes out, and never from the hub's own state: it is the simplest source that
/// could be meant, one that does everything in a single step.
struct HubHistory: Hashable, Sendable {
  struct Accepted: Hashable, Sendable {
    let update: Int
    let thread: ThreadID
  }

  struct Dropped: Hashable, Sendable {
    let update: Int
    /// The contract by which nobody may get it.
    let contract: Contract
  }

  struct Handler: Hashable, Sendable {
    var subscriber: Int?
    /// Added when the subscription had been given up: it never runs.
    var isTooLate = false
    var runs = 0
  }

  struct Run: Hashable, Sendable {
    var isRegistered = false
    var isStarted = false
    var isLost = false
    var isCompleted = false
    var stops = 0
  }

  var accepted: [Accepted] = []
  var dropped: [Dropped] = []
  var isFinished = false
  var isCompleted = false
  var current: Int?
  /// What a subscriber that joins now gets first.
  var kept: [Int]
  var lastDelivered: Int?

  var subscribers: [SubscriberHistory]
  var lastOrder = 0
  var handlers: [Handler]

  /// Subscribers that are active or about to join.
  var active = 0
  var wantedRun: RunID
  /// By number; the first stands for no run.
  var runs = [Run()]
  var runUp = RunID.none
  var hookCalls = 0
  var holdsStart: Bool

  init(_ scenario: Scenario) {
    let source = scenario.source
    current = source.initial
    kept = source.initial.map { [$0] } ?? []
    lastDelivered = source.initial
    subscribers = scenario.subscribers.map { _ in SubscriberHistory() }
    handlers = Array(repeating: Handler(), count: scenario.handlers)
    wantedRun = source.isCold ? .none : .standing
    holdsStart = source.isCold
  }
}

/// What has happened to one subscriber.
struct SubscriberHistory: Hashable, Sendable {
  enum Standing: Hashable, Sendable {
    case outside, active, ended, invalidated
  }

  var standing = Standing.outside
  /// It ended before it was given up, if it was: its handlers run.
  var hasEnded = false
  var joinedAfterEnd = false
  /// The call that ended it has returned: nothing is claimed any more.
  var isGone = false
  var isReleased = false
  /// The updates it gets before any accepted after it joined.
  var first: [Int] = []
  /// How many updates had been accepted when it joined.
  var joined = 0
  /// Its place in the order of subscription.
  var order = 0
  /// How many calls of its closure have begun.
  var calls = 0

  var isDead: Bool { standing == .ended || standing == .invalidated }
  /// The place, among the accepted, of the update it gets next.
  var position: Int { joined + calls - first.count }
}

extension HubHistory {
  /// What is still to come for the subscriber, the next first.
  func outstanding(for seat: Int) -> [Int] {
    let subscriber = subscribers[seat]
    if subscriber.calls < subscriber.first.count {
      return subscriber.first[subscriber.calls...] + accepted[subscriber.joined...].map(\.update)
    }
    return accepted[subscriber.position...].map(\.update)
  }

  func isOpen(to run: RunID) -> Bool { !isFinished && run == wantedRun }

  /// Takes note of an update; returns whether the source accepts it.
  mutating func publish(_ update: Int, in run: RunID, on thread: ThreadID, limit: Int) -> Bool {
    guard isOpen(to: run) else {
      let contract: Contract = isCompleted ? .t2 : isFinished ? .p8 : .t4
      dropped.append(Dropped(update: update, contract: contract))
      return false
    }
    accepted.append(Accepted(update: update, thread: thread))
    current = update
    if limit > 0 { kept = (kept + [update]).suffix(limit) }
    return true
  }

  /// Takes note of an end; returns whether the source accepts it.
  mutating func finish(in run: RunID) -> Bool {
    guard isOpen(to: run) else { return false }
    isFinished = true
    if runs.count > 1 { wantedRun = .none }
    return true
  }

  mutating func complete(with result: Int, in run: RunID, on thread: ThreadID) -> Bool {
    guard publish(result, in: run, on: thread, limit: 1), finish(in: run) else { return false }
    isCompleted = true
    if runs.indices.contains(Int(run)) { runs[Int(run)].isCompleted = true }
    return true
  }

  /// A subscriber has been counted; the first one wants a run.
  mutating func count(isCold: Bool) {
    active += 1
    guard active == 1, isCold, !isFinished else { return }
    runs.append(Run())
    wantedRun = RunID(runs.count - 1)
  }

  mutating func join(_ seat: Int) {
    let isOver = isFinished && kept.isEmpty
    if isOver { active -= 1 }
    lastOrder += 1
    subscribers[seat].standing = isOver ? .ended : .active
    subscribers[seat].hasEnded = isOver
    subscribers[seat].joinedAfterEnd = isFinished
    subscribers[seat].first = kept
    subscribers[seat].joined = accepted.count
    subscribers[seat].order = lastOrder
    if runs.count > 1 { runs[runs.count - 1].isRegistered = true }
  }

  mutating func leave(_ seat: Int, as standing: SubscriberHistory.Standing, source: Scenario.Source) {
    subscribers[seat].standing = standing
    subscribers[seat].hasEnded = standing == .ended
    countOut(source: source)
  }

  /// A subscriber that was counted is so no more; the last one leaves its run.
  mutating func countOut(source: Scenario.Source) {
    active -= 1
    guard active == 0, !isFinished, source.isCold else { return }
    runs[Int(wantedRun)].isLost = true
    wantedRun = .none
    current = source.initial
    kept = source.initial.map { [$0] } ?? []
  }
}
