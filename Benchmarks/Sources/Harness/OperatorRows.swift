/// The operators' part of a side of the table; see ``Rows``.
///
/// Floor B has no operators: there the closures are composed by hand, with one `Mutex` around what they remember.
package protocol OperatorRows {
  /// One update through an accumulation, to one subscriber.
  static func scan(sink: Sink) -> Batch

  /// One update that differs from the one before, past a comparison, to one subscriber.
  static func removeDuplicates(sink: Sink) -> Batch

  /// One update of two sources merged, to one subscriber.
  static func merge(sink: Sink) -> Batch

  /// One update of two sources combined by their latest, to one subscriber.
  static func combineLatest(sink: Sink) -> Batch

  /// One change of two properties combined, to one subscriber.
  static func combineLatestOfProperties(sink: Sink) -> Batch

  /// One update of each of two sources, paired, to one subscriber.
  static func zip(sink: Sink) -> Batch

  /// One update that makes a subscriber follow another inner source than before.
  static func switchLatest(sink: Sink) -> Batch

  /// One update, transformed once and shared by so many subscribers.
  static func share(by subscribers: Int, sink: Sink) -> Batch

  /// One update that is delivered on a dispatch queue, in bursts of so many: the next burst is sent when the one before
  /// has been delivered.
  static func receiveOnQueue(burst: Int, sink: Sink) -> Batch

  /// One update that a task takes with `for await`, in bursts as above. Floor B's subscriber puts it into an
  /// `AsyncStream`.
  static func forAwait(burst: Int, sink: Sink) -> Batch

  /// One update that a debounce on a queue takes; see ``debouncing(sink:_:)``.
  static func debounce(for quiet: Duration, sink: Sink, passed: @escaping @Sendable () -> Void) -> Batch

  /// One job of virtual time: `pending` are scheduled, in no order, then time passes until all have run.
  static func virtualTime(pending: Int, sink: Sink) -> Batch
}
