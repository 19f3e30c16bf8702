/// An operation that is measured or counted. A side sets it up with its library.
public enum Row: Sendable {
  case send(to: Int)
  /// One update after some of many subscribers have left.
  case sendAfterLeaving(of: Int, from: Int, to: Int, by: Int)
  case mapFilterMap
  /// One update through a number of maps, to one subscriber. Each adds 1, and the last update of a batch is checked.
  case maps(Int)
  /// ``updatesOfOneThread`` updates from each of two threads, to one subscriber.
  case sendFromTwoThreads
  /// A subscriber joins after a number of others, and leaves.
  case subscribeInvalidate(others: Int)
  /// Subscribers join and leave on each of two threads. Then an update goes to the one that was there before.
  case churn
  /// The oldest of a number of subscribers leaves, and a new one joins.
  case replaceOldest(of: Int)
  /// A subscriber joins and stays. At most ``objects`` operations are asked for.
  case subscribe
  case setChanged(observers: Int)
  case setEqual
  case setFromTwoThreads
  case scan
  /// The updates differ from each other.
  case removeDuplicates
  case merge
  case combineLatest
  case combineLatestOfProperties
  case zip
  /// One update that makes a subscriber follow another inner source than before.
  case switchLatest
  case share(by: Int)
  /// One update that is delivered on a queue. The next burst is sent when the one before has been delivered.
  case receiveOnQueue(burst: Int)
  /// One update that a task takes with `for await`, in bursts as above.
  case forAwait(burst: Int)
  /// One job of virtual time. So many are scheduled, in no order, then time passes until all have run.
  case virtualTime(pending: Int)
  /// An object is made and kept. At most ``objects`` operations are asked for.
  case object(Object)

  public enum Object: String, CaseIterable, Sendable {
    case source = "a source"
    case property = "a property"
    case taskSource = "a task, driven from outside"
    case task = "a task, not started"
    /// A map without subscribers, of a source that exists already.
    case map = "a map of a source"
    case subscriptionThroughMap = "a subscription through a map"
    case bag = "a bag of subscriptions, empty"
    case subscriptionInBag = "a subscription in a bag"
  }

  /// So many that the start of a thread does not count beside them.
  public static let updatesOfOneThread = 100_000
  public static let subscriptionsOfOneThread = 10_000

  /// So many that the room that arrays have to spare counts as it usually does.
  public static let objects = 100_000

  /// The number of updates that one operation delivers.
  public var deliveries: Int {
    switch self {
    case .send(let subscribers), .share(let subscribers): subscribers
    case .sendAfterLeaving(let subscribers, let start, let end, let step):
      subscribers - stride(from: start, to: end, by: step).underestimatedCount
    case .setChanged(let observers): observers
    case .sendFromTwoThreads, .setFromTwoThreads: 2 * Self.updatesOfOneThread
    case .subscribeInvalidate, .replaceOldest, .subscribe, .setEqual, .switchLatest: 0
    case .object(let object): object == .subscriptionThroughMap || object == .subscriptionInBag ? 1 : 0
    default: 1
    }
  }

  /// The number of parts of an operation. A time is for one of them.
  public var parts: Int {
    if case .churn = self { 2 * Self.subscriptionsOfOneThread } else { max(1, deliveries) }
  }
}

/// A library, or floor B, with the rows that it has. It is set up in a module of its own, and used as a user does.
package struct Side: Sendable {
  package let name: String
  /// Returns the setup of a row; nil where the library has nothing of the kind.
  package let preparation: @Sendable (Row) -> Preparation?

  package init(_ name: String, _ preparation: @escaping @Sendable (Row) -> Preparation?) {
    self.name = name
    self.preparation = preparation
  }
}

/// Returns a loop that makes objects and keeps them, and does something at its end. The room to keep them is made
/// beforehand.
public func keeping<Object>(_ make: @escaping (Int) -> Object, atEnd: @escaping () -> Void = {}) -> Batch {
  var objects: [Object] = []
  objects.reserveCapacity(Row.objects)
  return { operations in
    for index in 0..<operations { objects.append(make(index)) }
    atEnd()
  }
}
