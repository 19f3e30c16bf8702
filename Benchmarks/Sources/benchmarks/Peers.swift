import AsyncSide
import FloorSide
import Harness
import NotificationSide
import ObservationSide
import OpenCombineSide
import TidingsSide

private let sides = [floorB, tidings, openCombine, asyncStream, asyncAlgorithms, notifications, observing]

private let timedRows: [(name: String, row: Row)] = [
  ("send to 1", .send(to: 1)),
  ("send to 10, a delivery", .send(to: 10)),
  ("send to 100, a delivery", .send(to: 100)),
  ("send through map, filter, map", .mapFilterMap),
  ("send from two threads", .sendFromTwoThreads),
  ("subscribe, invalidate", .subscribeInvalidate(others: 0)),
  ("subscribe, invalidate from two threads", .churn),
  ("set a property, changed, 0 observers", .setChanged(observers: 0)),
  ("set a property, changed, 1 observer", .setChanged(observers: 1)),
  ("set a property, changed, 10 observers", .setChanged(observers: 10)),
  ("set a property, equal", .setEqual),
  ("scan", .scan),
  ("removeDuplicates", .removeDuplicates),
  ("merge of 2", .merge),
  ("combineLatest of 2", .combineLatest),
  ("zip of 2, a pair", .zip),
  ("flatMapLatest, a switch", .switchLatest),
  ("share, to 1", .share(by: 1)),
  ("share, to 100, a delivery", .share(by: 100)),
  ("receive elsewhere, one by one", .receiveOnQueue(burst: 1)),
  ("receive elsewhere, 1,000 at a time", .receiveOnQueue(burst: 1_000)),
  ("for await, one by one", .forAwait(burst: 1)),
  ("for await, 1,000 at a time", .forAwait(burst: 1_000)),
]

/// Measures the rows that libraries have in common. All libraries take turns.
func measurePeers(_ options: Options) -> Report {
  let names = sides.map(\.name)
  var times = Table([""] + names)
  var counts = Table([""] + names)
  var objects = Table(["bytes (allocations)"] + names)
  // Counting comes first: the counter sees all threads, and some libraries leave work on other threads.
  for row in CountedRow.all where options.wants(row.name) {
    counts.rows.append([row.name] + sides.map { row.measure($0)?.fixed(1) ?? "–" })
  }
  for object in Row.Object.allCases where options.wants(object.rawValue) {
    let cells = sides.map { side in
      AllocationCount(side, .object(object), warmUp: 0, operations: Row.objects).map {
        "\($0.bytes.fixed(0)) (\($0.allocations.fixed(1)))"
      }
    }
    objects.rows.append([object.rawValue] + cells.map { $0 ?? "–" })
  }
  for (name, row) in timedRows where options.wants(name) {
    let best = options.effort.measure(sides.map { ($0, row) }).map { $0?.best }
    let cells = best.enumerated().map { index, time in
      guard let time, let tidings = best[1] else { return "–" }
      return index > 1 ? "\(time.fixed(1)) (\((time / tidings).fixed(1)) ×)" : time.fixed(1)
    }
    times.rows.append([name] + cells)
  }
  return Report(tables: [times, counts, objects])
}
