import Synchronization
import TestSupport
import Tidings
import TidingsCore

/// An update and its position among the updates of its graph.
struct GraphItem: Sendable {
  var value: Int
  var graph: ObjectIdentifier?
  var index = -1

  func with(_ value: Int) -> GraphItem { GraphItem(value: value, graph: graph, index: index) }
}

/// The operator of a graph, or the root that the graph consists of.
enum GraphRule: Sendable {
  case root(Int)
  case map, filter, scan, prefix(Int)
  /// Each update selects the root to subscribe to.
  case flatMapLatest
  case merge, zip, combineLatest
}

/// A graph of operators that was built for one subscriber, and all updates that it has delivered.
final class Graph: Sendable {
  let rule: GraphRule
  let inputs: [Graph]
  private let log = History<[GraphItem]>()
  let followed = History<Graph>()
  private let isBusy = Atomic(false)
  private let hasOverlapped = Atomic(false)

  init(_ rule: GraphRule, _ inputs: [Graph] = []) { (self.rule, self.inputs) = (rule, inputs) }

  /// Records an update that was made from one or two input updates, and returns the update to deliver.
  func pass(_ items: GraphItem..., value: Int) -> GraphItem {
    if isBusy.exchange(true, ordering: .acquiringAndReleasing) { hasOverlapped.store(true, ordering: .relaxed) }
    let index = entries.count
    log.record(items + [GraphItem(value: value)])
    isBusy.store(false, ordering: .releasing)
    return GraphItem(value: value, graph: ObjectIdentifier(self), index: index)
  }

  var isOverlapped: Bool { hasOverlapped.load(ordering: .relaxed) }
  /// For each update, the items that it was made from, followed by the update.
  var entries: [[GraphItem]] { log.events }
  var values: [Int] { entries.map { $0[$0.count - 1].value } }
}

/// The publishers under the graphs of a round: two broadcasters, two properties, and a graph that is shared.
final class GraphRoots: Sendable {
  typealias Built = (updates: Broadcaster<GraphItem>, graph: Graph)

  static let count = 5
  let sources = [BroadcastSource<Int>(), BroadcastSource<Int>()]
  private let properties = [PublishedProperty(-1), PublishedProperty(-2)]
  private let lastValue = Atomic(0)
  private let shared: Broadcaster<Int>

  init() { shared = sources[0].merge(with: sources[1]).share() }

  /// Sends each value once.
  func send(on root: Int) {
    let value = lastValue.add(1, ordering: .relaxed).newValue
    if root < 2 { sources[root].send(value) } else { properties[root - 2].value = value }
  }

  func finish() {
    for source in sources { source.finish() }
    for property in properties { property.finish() }
  }

  func root(_ root: Int) -> Built {
    let source = root < 2 ? Broadcaster(sources[root]) : root < 4 ? Broadcaster(properties[root - 2]) : shared
    let graph = Graph(.root(root))
    return (source.map { graph.pass(value: $0) }, graph)
  }

  func random(depth: Int, using random: inout SplitMix64) -> Built {
    func unary(_ rule: GraphRule, _ apply: (Broadcaster<GraphItem>, Graph) -> Broadcaster<GraphItem>) -> Built {
      let input = self.random(depth: depth - 1, using: &random)
      let graph = Graph(rule, [input.graph])
      return (apply(input.updates, graph).map { graph.pass($0, value: $0.value) }, graph)
    }
    func binary(
      _ rule: GraphRule,
      _ apply: (Broadcaster<GraphItem>, Broadcaster<GraphItem>) -> Broadcaster<(GraphItem, GraphItem?)>
    ) -> Built {
      let (one, other) = (self.random(depth: depth - 1, using: &random), self.random(depth: depth - 1, using: &random))
      let graph = Graph(rule, [one.graph, other.graph])
      let updates = apply(one.updates, other.updates).map { first, second in
        guard let second else { return graph.pass(first, value: first.value) }
        return graph.pass(first, second, value: first.value &* 31 &+ second.value)
      }
      return (updates, graph)
    }
    switch depth == 0 ? 0 : Int.random(in: 0..<10, using: &random) {
    case 0...1: return root(Int.random(in: 0..<Self.count, using: &random))
    case 2: return unary(.map) { input, _ in input.map { $0.with(GraphCheck.mapped($0.value)) } }
    case 3: return unary(.filter) { input, _ in input.filter { GraphCheck.isKept($0.value) } }
    case 4:
      return unary(.scan) { input, _ in input.scan(GraphItem(value: 0)) { $1.with($0.value &+ $1.value) } }
    case 5:
      let count = Int.random(in: 1...20, using: &random)
      return unary(.prefix(count)) { input, _ in input.prefix(count) }
    case 6:
      return unary(.flatMapLatest) { input, graph in
        input.flatMapLatest { [self] item in
          let inner = root(Int(item.value.magnitude % UInt(Self.count)))
          graph.followed.record(inner.graph)
          return inner.updates
        }
      }
    case 7: return binary(.merge) { $0.merge(with: $1).map { ($0, nil) } }
    case 8: return binary(.zip) { $0.zip($1).map { ($0, $1) } }
    default: return binary(.combineLatest) { $0.combineLatest($1).map { ($0, $1) } }
    }
  }
}
