import Synchronization

/// What was found in a round.
final class Faults: Sendable {
  private let found = Mutex<[String]>([])

  func report(_ fault: String, _ graph: Graph) {
    report("\(fault), in \(graph.spec)")
  }

  func report(_ fault: String) {
    found.withLock { $0.append(fault) }
  }

  var all: [String] {
    found.withLock(\.self)
  }
}
