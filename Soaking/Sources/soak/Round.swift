import Dispatch
import Foundation
import Synchronization
import Tidings

/// A few thousand operations on graphs of its own, from their roots' first update to the last subscriber's end.
final class Round: Sendable {
  let seed: UInt64
  private let threads: Int
  private let operations: Int
  private let roots = Roots()
  private let builder: Builder
  private let specs: [Spec]
  private let faults = Faults()
  private let unfinished = DispatchGroup()
  private let remaining: Atomic<Int>
  /// Where subscribers are, so that everybody may make them leave.
  private let seats = Mutex<[Listener?]>(Array(repeating: nil, count: 16))
  private let all = Mutex<[Listener]>([])

  init(seed: UInt64, threads: Int, operations: Int) {
    self.seed = seed
    self.threads = threads
    self.operations = operations
    builder = Builder(roots: roots)
    remaining = Atomic(operations)
    var random = SplitMix64(seed: seed)
    specs = (0..<6).map { _ in .random(depth: 4, sharing: true, using: &random) }
  }

  struct Outcome: Sendable {
    let operations: Int
    let deliveries: Int
    /// The same for the same histories.
    let digest: UInt64
    let faults: [String]
  }

  func run() -> Outcome {
    var random = SplitMix64(seed: ~seed)
    let witnesses = (0..<Roots.count).map { subscribe(.root($0), random: random, acts: false) }
    var sharedWitnesses: [Listener] = []
    for index in 0..<Roots.sharedCount {
      builder.share(.random(depth: 3, sharing: false, using: &random))
      sharedWitnesses.append(subscribe(.shared(index), random: random, acts: false))
    }
    let seeds = (0..<threads).map { _ in random.next() }
    work(seeds)
    // Nothing is begun from inside a delivery any more.
    let done = operations - max(0, remaining.exchange(0, ordering: .acquiringAndReleasing))
    roots.finishAll()
    guard unfinished.wait(timeout: .now() + 60) == .success else {
      let waiting = all.withLock(\.self).filter { !$0.isComplete }.map(\.graph.spec.description)
      return Outcome(
        operations: done, deliveries: 0, digest: 0,
        faults: faults.all + ["P10: no end after a minute; left or waiting: \(waiting.suffix(20))"])
    }
    seats.withLock { $0 = [] }
    return examine(witnesses.map(\.graph), sharedWitnesses, done: done)
  }

  private func work(_ seeds: [UInt64]) {
    if threads == 1 { return work(seeds[0]) }
    let group = DispatchGroup()
    for seed in seeds {
      group.enter()
      let thread = Thread { [self] in
        work(seed)
        group.leave()
      }
      thread.stackSize = 4 << 20
      thread.start()
    }
    group.wait()
  }

  private func work(_ seed: UInt64) {
    var random = SplitMix64(seed: seed)
    while takeTurn() { operate(using: &random) }
  }

  /// Whether there is an operation left.
  private func takeTurn() -> Bool {
    remaining.subtract(1, ordering: .relaxed).newValue >= 0
  }

  private func operate(using random: inout SplitMix64) {
    switch Int.random(in: 0..<4_000, using: &random) {
    case 0...1: roots.finish(Int.random(in: Roots.sources, using: &random))
    case 2: roots.finish(Roots.tasks.lowerBound)
    case 3..<400:
      if let spec = specs.randomElement(using: &random) { seat(spec, using: &random) }
    case 400..<750: leave(using: &random)
    default:
      let value = Int.random(in: 0...0xFFFF, using: &random)
      let root = Int.random(in: 0..<Roots.count, using: &random)
      roots.publish(value, on: root, mutating: value % 2 == 0)
    }
  }

  private func seat(_ spec: Spec, using random: inout SplitMix64) {
    let listener = subscribe(spec, random: SplitMix64(seed: random.next()), acts: true)
    let index = random.next()
    let former = seats.withLock { seats -> Listener? in
      guard !seats.isEmpty else { return listener }
      let place = Int(index % UInt64(seats.count))
      defer { seats[place] = listener }
      return seats[place]
    }
    former?.leave(alone: threads == 1)
  }

  private func leave(using random: inout SplitMix64) {
    let index = random.next()
    let listener = seats.withLock { seats -> Listener? in
      guard !seats.isEmpty else { return nil }
      let place = Int(index % UInt64(seats.count))
      defer { seats[place] = nil }
      return seats[place]
    }
    listener?.leave(alone: threads == 1)
  }

  private func subscribe(_ spec: Spec, random: SplitMix64, acts: Bool) -> Listener {
    let (broadcaster, graph) = builder.build(spec, at: roots.clock.tick())
    let listener = Listener(graph, faults: faults, unfinished: unfinished, random: random)
    all.withLock { $0.append(listener) }
    let act: @Sendable (Listener, inout SplitMix64) -> Void = { [self] listener, random in
      guard Int.random(in: 0..<24, using: &random) == 0, takeTurn() else { return }
      if Int.random(in: 0..<6, using: &random) == 0 {
        listener.leave(alone: threads == 1)
      } else {
        operate(using: &random)
      }
    }
    listener.attach(to: broadcaster, clock: roots.clock, act: acts ? act : nil)
    return listener
  }

  private func examine(_ witnesses: [Graph], _ sharedWitnesses: [Listener], done: Int) -> Outcome {
    let listeners = all.withLock { all in
      defer { all = [] }
      return all
    }
    let history = History(roots, witnesses: witnesses)
    history.check(roots, faults)
    let explaining = Explaining(history: history, builder: builder, faults: faults)
    var digest = Digest()
    var deliveries = 0
    for listener in listeners {
      let entries = listener.graph.edge.entries
      deliveries += entries.count
      for entry in entries { digest.add(entry) }
      explaining.check(listener.graph, isComplete: listener.isComplete)
    }
    for (index, witness) in sharedWitnesses.enumerated() {
      explaining.check(builder.sharedGraph(index), isComplete: witness.isComplete)
    }
    return Outcome(operations: done, deliveries: deliveries, digest: digest.value, faults: faults.all)
  }
}
