import Harness
import TidingsSide

/// A row whose cost is instructions: a fixed workload on the main thread, which `Scripts/instructions` runs under
/// callgrind. The start of the process is in what callgrind counts; the script takes the difference between two runs.
enum InstructionsRow: String, CaseIterable {
  case sendTo1 = "send-to-1"
  case sendTo10 = "send-to-10"
  case sendAfterLeaver = "send-after-leaver"
  case mapFilterMap = "map-filter-map"
  case subscribeInvalidate = "subscribe-invalidate"
  case setChanged = "set-changed"
  case setEqual = "set-equal"

  func perform(_ operations: Int) {
    Harness.perform(preparation, deliveries: deliveries, operations: operations)
  }

  private var preparation: Preparation {
    switch self {
    case .sendTo1: { TidingsRows.send(to: 1, sink: $0) }
    case .sendTo10: { TidingsRows.send(to: 10, sink: $0) }
    // Of three the oldest has left: its place is still there, as less than half have left.
    case .sendAfterLeaver: { TidingsRows.send(to: 3, without: [0], sink: $0) }
    case .mapFilterMap: { TidingsRows.sendThroughChain(sink: $0) }
    case .subscribeInvalidate: { TidingsRows.subscribeAndInvalidate(others: 0, sink: $0) }
    case .setChanged: { TidingsRows.setChanged(observers: 1, sink: $0) }
    case .setEqual: { TidingsRows.setEqual(sink: $0) }
    }
  }

  private var deliveries: Int {
    switch self {
    case .sendTo1, .mapFilterMap, .setChanged: 1
    case .sendTo10: 10
    case .sendAfterLeaver: 2
    case .subscribeInvalidate, .setEqual: 0
    }
  }
}
