import Synchronization
import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("Random graphs of operators")
struct RandomGraphTests {
  private static let seeds = (0..<TestSize.scaled(100)).map { SplitMix64.seed &+ UInt64($0) }

  @Test(arguments: seeds, [1, 3])
  func `deliver the updates that follow from their inputs`(seed: UInt64, threads: Int) async {
    await LiveScope.expectingNoLeaks { await RandomRound(seed: seed, threads: threads, operations: 2_000).run() }
  }
}

/// Random operations on graphs with the same roots, from several threads and from inside deliveries.
private final class RandomRound: Sendable {
  private let roots = GraphRoots()
  private let seed: UInt64
  private let threads: Int
  private let remaining: Atomic<Int>
  private let listeners = History<GraphListener>()

  init(seed: UInt64, threads: Int, operations: Int) {
    (self.seed, self.threads) = (seed, threads)
    remaining = Atomic(operations)
  }

  func run() async {
    let witnesses = (0..<GraphRoots.count).map { subscribe(to: roots.root($0), random: nil) }
    await onThreads(threads) { [self] index in
      var random = SplitMix64(seed: seed &+ UInt64(index) << 32)
      while takeTurn() { operate(using: &random) }
    }
    roots.finish()
    let all = witnesses + listeners.events
    await onThreads { _ in for listener in all where listener.isComplete { listener.ended.waitForCount(1) } }
    let check = GraphCheck(histories: witnesses.map(\.graph.values))
    for listener in all {
      #expect(listener.lateUpdates <= (threads == 1 ? 0 : 1), "updates after invalidate has returned")
      #expect(check.faults(of: listener.graph, isComplete: listener.isComplete) == [])
    }
    listeners.removeAll()
  }

  private func takeTurn() -> Bool { remaining.subtract(1, ordering: .relaxed).newValue >= 0 }

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

  /// - Parameter random: Selects what the subscriber does during a delivery.
  private func subscribe(to built: GraphRoots.Built, random: SplitMix64?) -> GraphListener {
    let listener = GraphListener(built.graph)
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

private final class GraphListener: Sendable {
  let graph: Graph
  let ended = History<Void>()
  private let token = Locked(Subscription?.none)
  private let countAtLeave = Locked(Int?.none)

  init(_ graph: Graph) { self.graph = graph }

  func listen(to updates: Broadcaster<GraphItem>, _ act: @escaping @Sendable () -> Void) {
    let new = updates.attach({ _ in act() }, ended: { [ended] in ended.record(()) })
    token.withLock { $0 = new }
  }

  /// Unsubscribes, unless the token is not yet available.
  func leave() {
    guard let token = token.withLock({ $0.take() }) else { return }
    token.invalidate()
    countAtLeave.withLock { [count = graph.entries.count] in $0 = count }
  }

  var isComplete: Bool { countAtLeave.withLock { $0 == nil } }
  var lateUpdates: Int { countAtLeave.withLock { $0.map { graph.entries.count - $0 } ?? 0 } }
}
