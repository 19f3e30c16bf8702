import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("Random graphs of operators")
struct RandomGraphTests {
  private static let seeds = (0..<TestSize.scaled(100)).map { SplitMix64.seed &+ UInt64($0) }

  @Test(arguments: seeds, [1, 3])
  func `pass on the updates that follow from their input`(seed: UInt64, threads: Int) async {
    await LiveScope.expectingNoLeaks { await RandomRound(seed: seed, threads: threads, operations: 2_000).run() }
  }
}

/// Random operations on graphs with the same roots, from several threads and from inside deliveries.
private final class RandomRound: Sendable {
  private let roots = GraphRoots()
  private let seed: UInt64
  private let threads: Int
  private let remaining: Locked<Int>
  private let listeners = History<GraphListener>()
  private let over = History<Void>()

  init(seed: UInt64, threads: Int, operations: Int) {
    (self.seed, self.threads) = (seed, threads)
    remaining = Locked(operations)
  }

  func run() async {
    let witnesses = (0..<GraphRoots.count).map { subscribe(to: roots.root($0), random: nil) }
    await onThreads(threads) { [self] index in
      var random = SplitMix64(seed: seed &+ UInt64(index) << 32)
      while takeTurn() { operate(using: &random) }
    }
    roots.finish()
    let all = witnesses + listeners.events
    await onThreads { [over] _ in over.waitForCount(all.count) }
    #expect(over.events.count == all.count, "each subscription ends, or is given up")
    let check = GraphCheck(histories: witnesses.map(\.graph.values))
    for listener in all {
      #expect(listener.lateUpdates <= (threads == 1 ? 0 : 1), "updates after invalidate has returned")
      #expect(check.faults(of: listener.graph, isComplete: listener.isComplete) == [])
    }
    listeners.removeAll()
  }

  private func takeTurn() -> Bool {
    remaining.withLock { remaining in
      remaining -= 1
      return remaining >= 0
    }
  }

  private func operate(using random: inout SplitMix64) {
    switch Int.random(in: 0..<1_000, using: &random) {
    case 0: roots.sources[Int.random(in: 0...1, using: &random)].finish()
    case 1..<100:
      let graph = roots.random(depth: 4, using: &random)
      listeners.record(subscribe(to: graph, random: SplitMix64(seed: random.next())))
    case 100..<180: listeners.events.randomElement(using: &random)?.leave()
    default: roots.send(on: Int.random(in: 0..<4, using: &random))
    }
  }

  /// - Parameter random: Draws what the subscriber does during a delivery.
  private func subscribe(to built: GraphRoots.Built, random: SplitMix64?) -> GraphListener {
    let listener = GraphListener(built.graph, over: over)
    let memory = Locked(random)
    listener.listen(to: built.updates) { [self] in
      guard var random = memory.withLock({ $0.take() }) else { return }
      if Int.random(in: 0..<24, using: &random) == 0, takeTurn() {
        if Bool.random(using: &random) { operate(using: &random) } else { listener.leave() }
      }
      memory.withLock { [random] in $0 = random }
    }
    return listener
  }
}

/// A subscriber of a graph.
private final class GraphListener: Sendable {
  let graph: Graph
  private let over: History<Void>
  private let state = Locked(State())

  private struct State: Sendable {
    var token: Subscription?
    var isOver = false
    /// The number of updates when `invalidate` had returned.
    var countAtLeave: Int?
  }

  init(_ graph: Graph, over: History<Void>) {
    (self.graph, self.over) = (graph, over)
  }

  func listen(to updates: Broadcaster<GraphItem>, _ act: @escaping @Sendable () -> Void) {
    let token = updates.attach({ _ in act() }, ended: { [self] in finish() })
    state.withLock { if !$0.isOver { $0.token = token } }
  }

  /// Leaves, unless the token is not yet known.
  func leave() {
    guard let token = state.withLock({ $0.token.take() }) else { return }
    token.invalidate()
    state.withLock { [count = graph.entries.count] in $0.countAtLeave = count }
    finish()
  }

  private func finish() {
    let (isFirst, token) = state.withLock { state in
      defer { state.isOver = true }
      return (!state.isOver, state.token.take())
    }
    withExtendedLifetime(token) {}
    if isFirst { over.record(()) }
  }

  var isComplete: Bool { state.withLock { $0.countAtLeave == nil } }
  var lateUpdates: Int { state.withLock { state in state.countAtLeave.map { graph.entries.count - $0 } ?? 0 } }
}
