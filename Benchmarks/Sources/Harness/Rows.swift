/// One side of the table: how a library sets up and drives each row.
///
/// Every side lives in a module of its own and sees its library as a user does, across a module boundary. The loops of
/// two sides differ in the library's calls and in nothing else.
package protocol Rows: OperatorRows, ObjectRows, SendableMetatype {
  /// One update to each of `subscribers` subscribers.
  static func send(to subscribers: Int, sink: Sink) -> Batch

  /// One update through map, filter (which lets everything pass) and map, to one subscriber.
  static func sendThroughChain(sink: Sink) -> Batch

  /// One update through so many maps behind each other, to one subscriber. Each adds 1, and none can be left out: the
  /// last update of a batch is checked.
  static func sendThroughMaps(_ depth: Int, sink: Sink) -> Batch

  /// `count` updates from each of so many threads at once, to each subscriber.
  static func send(_ count: Int, fromThreads threads: Int, to subscribers: Int, sink: Sink) -> Batch

  /// A subscriber joins after `others` and leaves.
  static func subscribeAndInvalidate(others: Int, sink: Sink) -> Batch

  /// `count` subscribers join and leave on each of so many threads at once. Then an update goes to the one that was there
  /// before and stays: who joins late or leaves the wrong place is counted.
  static func churn(_ count: Int, onThreads threads: Int, sink: Sink) -> Batch

  /// Of `others` subscribers the one that has been there longest leaves, and a new one joins.
  static func replaceOldest(of others: Int, sink: Sink) -> Batch

  /// A property with one subscriber is set `count` times by each of so many threads at once, always to another value.
  static func set(_ count: Int, fromThreads threads: Int, sink: Sink) -> Batch

  /// A property with so many subscribers is set to another value.
  static func setChanged(observers: Int, sink: Sink) -> Batch

  /// A property with one subscriber is set to the value it has.
  static func setEqual(sink: Sink) -> Batch

  /// A subscriber joins and stays. At most `capacity` operations are asked for; the room to keep that many tokens is
  /// made beforehand, so that what is counted afterwards are the subscriptions.
  static func subscribe(capacity: Int, sink: Sink) -> Batch
}
