/// An operation that several libraries know. Times are for one delivery where it makes any.
package enum PeerRow: String, CaseIterable, Sendable {
  case sendTo1 = "send to 1"
  case sendTo10 = "send to 10, a delivery"
  case sendTo100 = "send to 100, a delivery"
  case mapFilterMap = "send through map, filter, map"
  case twoThreads = "send from two threads"
  case subscribeInvalidate = "subscribe, invalidate"
  case churn = "subscribe, invalidate from two threads"
  case setUnobserved = "set a property, changed, 0 observers"
  case setChanged = "set a property, changed, 1 observer"
  case setChanged10 = "set a property, changed, 10 observers"
  case setEqual = "set a property, equal"
  case scan = "scan"
  case removeDuplicates = "removeDuplicates"
  case merge = "merge of 2"
  case combineLatest = "combineLatest of 2"
  case zip = "zip of 2, a pair"
  case switchLatest = "flatMapLatest, a switch"
  case shareTo1 = "share, to 1"
  case shareTo100 = "share, to 100, a delivery"
  case queueOneByOne = "receive elsewhere, one by one"
  case queueAtOnce = "receive elsewhere, 1,000 at once"
  case awaitOneByOne = "for await, one by one"
  case awaitAtOnce = "for await, 1,000 at once"
  case debounce = "debounce, an update swallowed"
  /// Only counted: subscriptions that stay, at most ``subscriptions`` of them.
  case subscribe = "subscription"

  /// Updates that one operation delivers.
  package var deliveries: Int {
    switch self {
    case .sendTo10, .setChanged10: 10
    case .sendTo100, .shareTo100: 100
    case .twoThreads: 2 * Self.updatesOfOneThread
    case .subscribe, .subscribeInvalidate, .setUnobserved, .setEqual, .switchLatest: 0
    default: 1
    }
  }

  /// What a time is for one of.
  package var parts: Int {
    self == .churn ? 2 * Self.subscriptionsOfOneThread : max(1, deliveries)
  }

  /// So many that come and go in an operation, beside which the update that looks who is left does not count.
  package static let subscriptionsOfOneThread = 10_000

  /// Many updates an operation, beside which it does not count that a thread is started.
  package static let updatesOfOneThread = 20_000

  /// Among so many, the room that arrays have to spare counts as it usually does.
  package static let subscriptions = 100_000
}
