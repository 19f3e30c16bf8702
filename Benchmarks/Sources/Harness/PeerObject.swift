/// An object that users make and keep. What it costs is what it keeps of the heap, and how often it asks
/// for some, also for what is gone when it has been made.
package enum PeerObject: String, CaseIterable, Sendable {
  case source = "a source"
  case property = "a property"
  /// A task that is driven from outside, under way.
  case taskSource = "a task, driven from outside"
  /// A task that nobody has subscribed to, so it has not been started.
  case task = "a task, not started"
  /// Made of a source that there is already; nobody is subscribed.
  case map = "a map of a source"
  case subscriptionThroughMap = "a subscription through a map"
  case bag = "a bag of subscriptions, empty"
  case subscriptionInBag = "a subscription in a bag"

  /// Updates that reach each object: one to each subscription when all have been made, and so it shows that all are there.
  package var deliveries: Int {
    switch self {
    case .subscriptionThroughMap, .subscriptionInBag: 1
    default: 0
    }
  }
}

/// The objects of a side of the table.
package protocol ObjectRows {
  /// How an object is made in each operation, at most ``PeerRow/subscriptions`` of them; nil where there is none.
  static func preparation(of object: PeerObject) -> Preparation?
}

/// Prepares objects that are made and kept. The room to keep them is made beforehand.
package func keeping<Object>(_ make: @escaping (Int) -> Object) -> Preparation {
  { _ in
    var objects: [Object] = []
    objects.reserveCapacity(PeerRow.subscriptions)
    return { operations in
      for index in 0..<operations { objects.append(make(index)) }
    }
  }
}
