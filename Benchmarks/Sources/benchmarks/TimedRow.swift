import FloorSide
import Harness
import TidingsSide

/// A row whose cost is time, as a multiple of floor B's.
struct TimedRow {
  let name: String
  /// The largest ratio that is good enough; nil when the row is only reported.
  let bar: Double?
  /// Updates that one operation delivers.
  let deliveries: Int
  let floor: Preparation
  let subject: Preparation

  /// - Parameter floor: What the floor does where that is less than what the subject does.
  init(
    _ name: String, bar: Double?, deliveries: Int = 1, of side: any Rows.Type,
    _ prepare: @escaping (any Rows.Type, Sink) -> Batch,
    floor: ((any Rows.Type, Sink) -> Batch)? = nil
  ) {
    self.name = name
    self.bar = bar
    self.deliveries = deliveries
    self.floor = { (floor ?? prepare)(FloorRows.self, $0) }
    self.subject = { prepare(side, $0) }
  }

  static func all(of side: any Rows.Type) -> [TimedRow] {
    core(of: side) + leavers(of: side) + operators(of: side)
  }

  /// Subscribers that have left may cost nothing that counts, whichever they were: the floor is a source of Tidings that has
  /// had only those that are still there.
  private static func leavers(of side: any Rows.Type) -> [TimedRow] {
    func row(_ name: String, of subscribers: Int, without leavers: some Sequence<Int> & Sendable, living: Int)
      -> TimedRow
    {
      TimedRow("send, \(name) left, a delivery", bar: 1.15, deliveries: living, of: side) {
        _, sink in
        TidingsRows.send(to: subscribers, without: leavers, sink: sink)
      } floor: {
        _, sink in
        TidingsRows.send(to: living, sink: sink)
      }
    }
    return [
      row("first of 3", of: 3, without: 0..<1, living: 2),
      row("oldest 4,900 of 10,000", of: 10_000, without: 0..<4_900, living: 5_100),
      row("newest 4,900 of 10,000", of: 10_000, without: 5_100..<10_000, living: 5_100),
      row("every second of 10,000", of: 10_000, without: stride(from: 0, to: 10_000, by: 2), living: 5_000),
    ]
  }

  private static func core(of side: any Rows.Type) -> [TimedRow] {
    [
      TimedRow("send to 1", bar: 0.45, of: side) { $0.send(to: 1, sink: $1) },
      TimedRow("send to 10, a delivery", bar: 0.25, deliveries: 10, of: side) { $0.send(to: 10, sink: $1) },
      TimedRow("send to 10,000, a delivery", bar: 0.25, deliveries: 10_000, of: side) {
        $0.send(to: 10_000, sink: $1)
      },
      TimedRow("send through map, filter, map", bar: 0.5, of: side) { $0.sendThroughChain(sink: $1) },
      // Many updates an operation, beside which it does not count that a thread is started.
      TimedRow("send from two threads", bar: 1, deliveries: 200_000, of: side) {
        $0.send(100_000, fromThreads: 2, to: 1, sink: $1)
      },
      TimedRow("subscribe, invalidate", bar: 1, deliveries: 0, of: side) {
        $0.subscribeAndInvalidate(others: 0, sink: $1)
      },
      TimedRow("the same after 100,000 others", bar: 1, deliveries: 0, of: side) {
        $0.subscribeAndInvalidate(others: 100_000, sink: $1)
      } floor: {
        $0.subscribeAndInvalidate(others: 0, sink: $1)
      },
      TimedRow("oldest of 100,000 out, a new one in", bar: 2.5, deliveries: 0, of: side) {
        $0.replaceOldest(of: 100_000, sink: $1)
      } floor: {
        $0.subscribeAndInvalidate(others: 0, sink: $1)
      },
      TimedRow("set a property, changed", bar: 0.6, of: side) { $0.setChanged(observers: 1, sink: $1) },
      TimedRow("set from two threads", bar: 2, deliveries: 200_000, of: side) {
        $0.set(100_000, fromThreads: 2, sink: $1)
      },
      TimedRow("set a property, equal", bar: 1.1, deliveries: 0, of: side) { $0.setEqual(sink: $1) },
    ]
  }

  private static func operators(of side: any Rows.Type) -> [TimedRow] {
    [
      TimedRow("scan", bar: 2, of: side) { $0.scan(sink: $1) },
      TimedRow("removeDuplicates", bar: 2, of: side) { $0.removeDuplicates(sink: $1) },
      TimedRow("merge of 2", bar: 3, of: side) { $0.merge(sink: $1) },
      TimedRow("combineLatest of 2", bar: 1.5, of: side) { $0.combineLatest(sink: $1) },
      TimedRow("combineLatest of 2 properties", bar: 1.5, of: side) { $0.combineLatestOfProperties(sink: $1) },
      TimedRow("zip of 2, a pair", bar: 3, of: side) { $0.zip(sink: $1) },
      TimedRow("flatMapLatest, a switch", bar: nil, deliveries: 0, of: side) { $0.switchLatest(sink: $1) },
      TimedRow("share, to 1", bar: 3, of: side) { $0.share(by: 1, sink: $1) },
      TimedRow("receive on a queue, one by one", bar: 1.3, of: side) { $0.receiveOnQueue(burst: 1, sink: $1) },
      TimedRow("receive on a queue, 1,000 at once", bar: 1.3, of: side) { $0.receiveOnQueue(burst: 1_000, sink: $1) },
      TimedRow("virtual time, a job among 1,000", bar: 5, of: side) { $0.virtualTime(pending: 1_000, sink: $1) },
      TimedRow("share, to 100, a delivery", bar: 1.25, deliveries: 100, of: side) { $0.share(by: 100, sink: $1) },
    ]
  }
}
