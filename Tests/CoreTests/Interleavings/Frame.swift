import TidingsCore

/// What a thread of the model is about to do, with all that the call has in its local variables.
///
/// A thread is a stack of these. The cases follow `Hub.swift` line by line: each stands for one critical section, one
/// look at a slot or one point in user code, and taking the step replaces it by what comes after.
enum Frame: Hashable, Sendable {
  case script(Script)
  /// A public call is under way; whatever it does lies above it.
  case inside(PublicCall)

  case publish(Int, RunID)
  case finish(RunID)
  case complete(Int, RunID)
  /// Lets go of the closure that starts runs, after the end was accepted.
  case letGoOfStart

  /// Goes from slot to slot; each look at a phase is a step.
  case deliver(Round)
  /// The long way to a subscriber that was not found live.
  case claim(seat: Int, Item, from: ThreadID)
  case call(SubscriberCall)
  /// Ends the delivery if nothing waits; else the thread goes on to `drain`.
  case rest
  case drain(inPool: Bool, helped: Int)
  /// Lets go of closures, one a step.
  case release([Int])
  /// Runs end handlers, one a step.
  case run(handlers: [Int])
  /// The delivering thread has settled: these closures are gone.
  case settled([Int])

  case reserve(Int)
  case reserveIfUp(Int)
  case join(Int, readBefore: Int?)
  case joinIfUp(Int)
  /// The look before the initial value is delivered.
  case initial(seat: Int, Int)
  case settle(Int, inPool: Bool, helped: Int)

  case invalidate(Int)
  case leave(Int)
  case end(Int)
  case removeAllSubscribers
  case addHandler(Int, seat: Int)

  case set(Int, RunID)
  case beginWrite(Change, RunID)
  case commitWrite(Change, RunID, current: Int, version: UInt)

  case enterHooks
  case start(RunID)
  case started(RunID)
  case stop(RunID)
  case stopped
  case retire(RunID)

  /// The funnel's part; see `FunnelModel`.
  case upstream(UpstreamStep)

  /// The second half of something that ought to be one step; only planted faults have it.
  case torn(TornStep)
  /// Reads the value in a step of its own; only a planted fault does.
  case readValue(Int)
}

enum Item: Hashable, Sendable {
  case update(Int)
  case end
}

/// One item on its way to all subscribers, by their numbers.
struct Round: Hashable, Sendable {
  let item: Item
  let seats: [Int]
  var next = 0
  var lastID = SubscriptionID.max
  let from: ThreadID
}

/// A subscriber's closure, claimed or running.
struct SubscriberCall: Hashable, Sendable {
  enum Origin: Hashable, Sendable {
    /// A delivery of the source.
    case delivery
    /// The first update, on the subscribing thread.
    case initial
    /// What arrived during the initial delivery.
    case backlog
  }

  let seat: Int
  let update: Int
  let origin: Origin
  var isRunning = false
}

/// A call from outside, and what the contracts ask of it when it returns.
struct PublicCall: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case publish, write, complete, finish
    case subscribe(Int)
    case invalidate(Int)
    case end(Int)
    case removeAllSubscribers
    case whenEnded
    /// A job in the concurrency pool.
    case pool
  }

  let kind: Kind
  /// The place of the accepted update, when nobody was delivering at that moment.
  var accepted: Int?
  /// The source ends with it.
  var endsSource = false
  /// How many items of other threads were taken from the backlog.
  var taken = 0
  /// How many updates of other threads subscribers were called with, and the last of them.
  var helped = 0
  var lastHelped: Int?
}

enum Change: Hashable, Sendable {
  case set(Int)
  case add(Int)

  func applied(to value: Int) -> Int {
    switch self {
    case .set(let new): new
    case .add(let amount): value + amount
    }
  }
}

enum TornStep: Hashable, Sendable {
  case becomeIdle
  case goLive(id: SubscriptionID)
  case keepHandler(Int, id: SubscriptionID)
  case finish(RunID)
}
