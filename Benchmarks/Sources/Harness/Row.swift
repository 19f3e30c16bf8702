/// An operation that is measured or counted. Each side sets it up with its library.
public enum Row: Sendable {
  case send(to: Int)
  /// One update after some of many subscribers have unsubscribed.
  case sendAfterLeaving(of: Int, from: Int, to: Int, by: Int)
  case mapFilterMap
  /// One update through a number of maps, to one subscriber. Each adds 1, and the last update of a batch is checked.
  case maps(Int)
  /// ``updatesOfOneThread`` updates from each of two threads, to one subscriber.
  case sendFromTwoThreads
  /// A subscriber subscribes after a number of others, and unsubscribes.
  case subscribeInvalidate(others: Int)
  /// Subscribers subscribe and unsubscribe on each of two threads. Then an update goes to a subscriber that stayed.
  case churn
  /// The oldest of a number of subscribers unsubscribes, and a new one subscribes.
  case replaceOldest(of: Int)
  /// A subscriber subscribes and stays. There are at most ``objects`` operations.
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
  /// One update after which a subscriber follows another inner source.
  case switchLatest
  case share(by: Int)
  /// One update that is delivered on a queue. A burst is sent when the previous one has been delivered.
  case receiveOnQueue(burst: Int)
  /// One update that a task receives with `for await`, also in bursts.
  case forAwait(burst: Int)
  /// One job of virtual time. This number of jobs is scheduled unsorted, and then time advances until all have run.
  case virtualTime(pending: Int)
  /// An object is created and kept. There are at most ``objects`` operations.
  case object(Object)

  public enum Object: String, CaseIterable, Sendable {
    case source = "a source"
    case property = "a property"
    case taskSource = "a task, driven from outside"
    case task = "a task, not started"
    /// A map without subscribers, of an existing source.
    case map = "a map of a source"
    case subscriptionThroughMap = "a subscription through a map"
    case bag = "a bag of subscriptions, empty"
    case subscriptionInBag = "a subscription in a bag"
  }

  /// Large enough that the cost of starting a thread is negligible.
  public static let updatesOfOneThread = 100_000
  public static let subscriptionsOfOneThread = 10_000

  /// Large enough that the average spare capacity of arrays is included.
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

  /// The number of parts of an operation. The measured time is that of one part.
  public var parts: Int {
    if case .churn = self { 2 * Self.subscriptionsOfOneThread } else { max(1, deliveries) }
  }
}

/// A library, or floor B, with its rows. Its module uses the library like a client.
package struct Side: Sendable {
  package let name: String
  /// Returns the setup of a row, or nil if the library has no equivalent.
  package let preparation: @Sendable (Row) -> Preparation?

  package init(_ name: String, _ preparation: @escaping @Sendable (Row) -> Preparation?) {
    self.name = name
    self.preparation = preparation
  }
}

/// Returns a loop that creates objects, keeps them in an array of sufficient capacity, and performs an action at its end.
public func keeping<Object>(_ make: @escaping (Int) -> Object, atEnd: @escaping () -> Void = {}) -> Batch {
  var objects: [Object] = []
  objects.reserveCapacity(Row.objects)
  return { operations in
    for index in 0..<operations { objects.append(make(index)) }
    atEnd()
  }
}
