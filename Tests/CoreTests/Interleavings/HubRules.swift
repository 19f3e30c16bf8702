import TidingsCore

/// The hub's decisions as the model takes them: the verbs of `HubState`, and what the wiring in `Hub` decides itself.
///
/// The defaults are the real ones. A planted fault is a type that decides one of them differently.
protocol HubRules: Sendable {
  func publish(_ update: Int, in run: RunID, _ section: inout Section) -> State.Publication
  func finish(in run: RunID, _ section: inout Section) -> State.Finish
  func complete(with result: Int, in run: RunID, _ section: inout Section) -> State.Finish
  func rest(_ section: inout Section) -> Bool
  func take(on thread: ThreadID, helped: inout Int, _ section: inout Section) -> State.OneTurn
  func claim(_ id: SubscriptionID, for entry: State.Entry, _ section: inout Section) -> State.Claim
  func join(isReserved: Bool, _ section: inout Section) -> State.Joining
  func joinIfUp(_ section: inout Section) -> State.Admission
  func settle(_ id: SubscriptionID, on thread: ThreadID, helped: inout Int, _ section: inout Section)
    -> State.Settlement
  func invalidate(_ id: SubscriptionID, _ section: inout Section) -> Departure?
  func invalidateAll(_ section: inout Section) -> [Departure]
  func end(_ id: SubscriptionID, _ section: inout Section) -> Departure?
  func addEndHandler(
    _ handler: Int, to id: SubscriptionID, isGivenUp: Bool, _ section: inout Section
  ) -> EndHandlerPlacement
  func set(_ value: Int, in run: RunID, _ section: inout Section) -> State.Publication
  func beginWrite(_ section: inout Section) -> State.Reading
  func commitWrite(_ value: Int, over version: UInt, in run: RunID, _ section: inout Section) -> State.Commit
  func enterHooks(_ section: inout Section) -> RunState.Step
  func started(_ token: Subscription, _ section: inout Section) -> RunState.Step
  func stopped(_ section: inout Section) -> RunState.Step
  func perform(_ step: TornStep, _ section: inout Section)

  /// The delivering thread's look at a slot.
  func looksLive(_ id: SubscriptionID, _ hub: State) -> Bool
  /// Whom an item is taken to, as found when its delivery begins.
  func audience(of item: Item, _ hub: State) -> [SubscriptionID]
  func isSame(_ old: Int, _ new: Int) -> Bool
  /// The first update of a subscriber, when it is about to be delivered.
  func first(_ first: Int, _ hub: State) -> Int
  var readsBeforeJoining: Bool { get }
  /// Whether all slots of the moment are gone through, instead of those found when the delivery began.
  var readsSlotsAnew: Bool { get }
  var startsJobs: Bool { get }
  var letsGoOfStart: Bool { get }
  /// Whether a token that is invalidated again asks its hub again.
  var leavesAgain: Bool { get }
  var invalidationRunsHandlers: Bool { get }
  var waitsForDelivery: Bool { get }
  var deliversInitialToAll: Bool { get }
  var joinsAfterStart: Bool? { get }
  /// Whether the first update is still wanted when its turn comes.
  func deliversInitial(to id: SubscriptionID, _ hub: State) -> Bool
}

typealias State = HubState<Int>

extension ErasedClosure {
  /// The model calls no closures.
  static let unused = erasing { (_: Int) in }
}

/// The hub's state, as seen by the thread inside the lock.
struct Section {
  var hub: State
  let thread: ThreadID
  /// The value that reached subscribers last, which no decision may depend on.
  let lastDelivered: Int?
  let handlers: EndHandlers
  /// What a fault leaves for a step of its own.
  var torn: TornStep?
}

/// The rules of the sources.
struct RealRules: HubRules {}

extension HubRules {
  func publish(_ update: Int, in run: RunID, _ section: inout Section) -> State.Publication {
    section.hub.publish(update, in: run, on: section.thread)
  }

  func finish(in run: RunID, _ section: inout Section) -> State.Finish {
    section.hub.finish(in: run, on: section.thread)
  }

  func complete(with result: Int, in run: RunID, _ section: inout Section) -> State.Finish {
    section.hub.complete(with: result, in: run, on: section.thread)
  }

  func rest(_ section: inout Section) -> Bool {
    section.hub.roster.baton.giveBack()
  }

  func take(on thread: ThreadID, helped: inout Int, _ section: inout Section) -> State.OneTurn {
    section.hub.take(on: thread, helped: &helped)
  }

  func claim(_ id: SubscriptionID, for entry: State.Entry, _ section: inout Section) -> State.Claim {
    section.hub.claim(id, for: entry)
  }

  func join(isReserved: Bool, _ section: inout Section) -> State.Joining {
    section.hub.join(.unused, isReserved: isReserved, on: section.thread)
  }

  func joinIfUp(_ section: inout Section) -> State.Admission {
    section.hub.joinIfUp(.unused, on: section.thread)
  }

  func settle(
    _ id: SubscriptionID, on thread: ThreadID, helped: inout Int, _ section: inout Section
  ) -> State.Settlement {
    section.hub.settle(id, on: thread, helped: &helped)
  }

  func invalidate(_ id: SubscriptionID, _ section: inout Section) -> Departure? {
    section.hub.invalidate(id)
  }

  func invalidateAll(_ section: inout Section) -> [Departure] {
    section.hub.invalidateAll()
  }

  func end(_ id: SubscriptionID, _ section: inout Section) -> Departure? {
    section.hub.end(id)
  }

  func addEndHandler(
    _ handler: Int, to id: SubscriptionID, isGivenUp: Bool, _ section: inout Section
  ) -> EndHandlerPlacement {
    section.hub.roster.addEndHandler(section.handlers[handler], to: id, unless: isGivenUp)
  }

  func set(_ value: Int, in run: RunID, _ section: inout Section) -> State.Publication {
    section.hub.set(value, in: run, unless: isSame, on: section.thread)
  }

  func beginWrite(_ section: inout Section) -> State.Reading {
    section.hub.beginWrite(on: section.thread)
  }

  func commitWrite(
    _ value: Int, over version: UInt, in run: RunID, _ section: inout Section
  ) -> State.Commit {
    section.hub.commitWrite(value, over: version, in: run, on: section.thread)
  }

  func enterHooks(_ section: inout Section) -> RunState.Step {
    section.hub.runs.enter()
  }

  func started(_ token: Subscription, _ section: inout Section) -> RunState.Step {
    section.hub.runs.started(token)
  }

  func stopped(_ section: inout Section) -> RunState.Step {
    section.hub.runs.next()
  }

  func perform(_ step: TornStep, _ section: inout Section) {}

  func looksLive(_ id: SubscriptionID, _ hub: State) -> Bool { hub.roster.phase(of: id) == .live }
  func audience(of item: Item, _ hub: State) -> [SubscriptionID] { hub.roster.listedIDs }
  func isSame(_ old: Int, _ new: Int) -> Bool { old == new }
  func first(_ first: Int, _ hub: State) -> Int { first }

  var readsBeforeJoining: Bool { false }
  var readsSlotsAnew: Bool { false }
  var startsJobs: Bool { true }
  var letsGoOfStart: Bool { true }
  var leavesAgain: Bool { true }
  var invalidationRunsHandlers: Bool { false }
  var waitsForDelivery: Bool { false }
  var deliversInitialToAll: Bool { false }
  var joinsAfterStart: Bool? { nil }
  func deliversInitial(to id: SubscriptionID, _ hub: State) -> Bool { hub.roster.phase(of: id) == .initial }
}
