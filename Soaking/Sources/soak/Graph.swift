import Synchronization
import Tidings

/// A spec that has been built for one subscriber: an edge after each of its steps.
final class Graph: Sendable {
  /// When something joined a root.
  struct Join: Sendable {
    var called: Int
    var returned = Int.max
  }

  let spec: Spec
  let edge: Edge
  let inputs: [Graph]
  /// What was followed, in the order of the updates that chose it.
  private let followed = Mutex<[Graph]>([])
  private let joining: Mutex<Join>

  init(_ spec: Spec, edge: Edge, inputs: [Graph] = [], join: Join) {
    self.spec = spec
    self.edge = edge
    self.inputs = inputs
    joining = Mutex(join)
  }

  func follow(_ graph: Graph) {
    followed.withLock { $0.append(graph) }
  }

  var allFollowed: [Graph] {
    followed.withLock(\.self)
  }

  var join: Join {
    joining.withLock(\.self)
  }

  /// The subscribe call has returned; also that of what was built for it.
  func joined(at time: Int) {
    joining.withLock { $0.returned = time }
    for input in inputs { input.joined(at: time) }
  }
}

/// Builds graphs on the roots of a round.
final class Builder: Sendable {
  let roots: Roots
  private let edges = Atomic(0)
  private let shared = Mutex<[(Broadcaster<Item>, Graph)]>([])

  init(roots: Roots) {
    self.roots = roots
  }

  func share(_ spec: Spec) {
    let (broadcaster, graph) = build(spec, at: roots.clock.tick())
    shared.withLock { $0.append((broadcaster.share(), graph)) }
  }

  func sharedGraph(_ index: Int) -> Graph {
    shared.withLock { $0[index].1 }
  }

  func build(_ spec: Spec, at time: Int) -> (Broadcaster<Item>, Graph) {
    func made(_ broadcaster: Broadcaster<Item>, _ inputs: Graph...) -> (Broadcaster<Item>, Graph) {
      let graph = Graph(spec, edge: newEdge(), inputs: inputs, join: Graph.Join(called: time))
      return (tapped(broadcaster, graph.edge), graph)
    }
    func applied(_ spec: Spec, _ apply: (Broadcaster<Item>) -> Broadcaster<Item>) -> (Broadcaster<Item>, Graph) {
      let (input, graph) = build(spec, at: time)
      return made(apply(input), graph)
    }
    func applied(
      _ one: Spec, _ other: Spec, _ apply: (Broadcaster<Item>, Broadcaster<Item>) -> Broadcaster<Item>
    ) -> (Broadcaster<Item>, Graph) {
      let (first, firstGraph) = build(one, at: time)
      let (second, secondGraph) = build(other, at: time)
      return made(apply(first, second), firstGraph, secondGraph)
    }
    switch spec {
    case .root(let index): return made(roots.broadcaster(index))
    case .shared(let index): return made(shared.withLock { $0[index].0 })
    case .valuePair(let one, let other):
      return made(Broadcaster(roots.value(one).combineLatest(roots.value(other)) { Item($0, $1) }))
    case .valueSwitch(let index):
      let roots = roots
      return made(
        Broadcaster(roots.value(index).flatMapLatest { roots.value(Spec.followedProperty(by: $0.value)) }))
    case .map(let input): return applied(input) { $0.map { $0.with(value: Spec.mapped($0.value)) } }
    case .filter(let input): return applied(input) { $0.filter { Spec.isKept($0.value) } }
    case .scan(let input):
      return applied(input) {
        $0.scan(Item?.none) { sum, item in item.with(value: Spec.summed(sum?.value ?? 0, item.value)) }
          .compactMap(\.self)
      }
    case .removeDuplicates(let input):
      return applied(input) { $0.removeDuplicates { Spec.areSame($0.value, $1.value) } }
    case .prefix(let count, let input): return applied(input) { $0.prefix(count) }
    case .publishedValue(let input):
      let initial = Item(Origin(edge: 0, number: 0), value: 0, payload: .init(of: .payloads))
      return applied(input) { Broadcaster($0.publishedValue(initial: initial)) }
    case .flatMapLatest(let input): return following(spec, input, at: time) { $0.flatMapLatest($1) }
    case .switchToLatest(let input): return following(spec, input, at: time) { $0.map($1).switchToLatest() }
    case .merge(let one, let other): return applied(one, other) { $0.merge(with: $1) }
    case .combineLatest(let one, let other): return applied(one, other) { $0.combineLatest($1) { Item($0, $1) } }
    case .zip(let one, let other): return applied(one, other) { $0.zip($1).map { Item($0, $1) } }
    }
  }

  private func following(
    _ spec: Spec, _ outer: Spec, at time: Int,
    _ apply: (Broadcaster<Item>, @escaping @Sendable (Item) -> Broadcaster<Item>) -> Broadcaster<Item>
  ) -> (Broadcaster<Item>, Graph) {
    let (input, inputGraph) = build(outer, at: time)
    let graph = Graph(spec, edge: newEdge(), inputs: [inputGraph], join: Graph.Join(called: time))
    // The graph holds what it follows, and the closure the graph; the graph holds no closure.
    let broadcaster = apply(input) { [self] item in
      let (inner, innerGraph) = build(.root(Spec.followed(by: item.value)), at: roots.clock.tick())
      graph.follow(innerGraph)
      return inner
    }
    return (tapped(broadcaster, graph.edge), graph)
  }

  private func newEdge() -> Edge {
    Edge(id: edges.add(1, ordering: .relaxed).newValue)
  }

  private func tapped(_ broadcaster: Broadcaster<Item>, _ edge: Edge) -> Broadcaster<Item> {
    let mark = Census.Member(of: .closures)
    return broadcaster.map { item in withExtendedLifetime(mark) { edge.pass(item) } }
  }
}
