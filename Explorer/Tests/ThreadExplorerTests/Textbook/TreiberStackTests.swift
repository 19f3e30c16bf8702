import Synchronization
import Testing
import ThreadExplorer

@Suite("Treiber's stack, whose nodes are used again")
struct TreiberStackTests {
  @Test func `a head without a count takes a node for the one that was there before (ABA)`() throws {
    let failure = try #require(explore(countsChanges: false).failure)
    #expect(failure.message.hasPrefix("node 1 is in the stack, and was taken from it"))
  }

  @Test func `a head that counts its changes holds in every trace`() {
    let result = explore(countsChanges: true)
    #expect(result.failure == nil)
    #expect(result.isComplete)
  }

  /// One thread takes a node; the other takes two, and puts the first back.
  private func explore(countsChanges: Bool) -> ExplorationResult {
    ThreadExplorer(.everyTrace).explore("Treiber") { scene in
      let stack = Stack(nodes: 3, countsChanges: countsChanges)
      let taken = Mutex([Int]())
      scene.thread {
        if let node = stack.pop() { taken.withLock { $0.append(node) } }
      }
      scene.thread {
        let (first, second) = (stack.pop(), stack.pop())
        if let first { stack.push(first) }
        if let second { taken.withLock { $0.append(second) } }
      }
      scene.expect {
        let left = stack.contents
        let doubled = taken.withLock { $0.first { left.contains($0) } }
        return doubled.map { "node \($0) is in the stack, and was taken from it" }
      }
    }
  }
}

/// Nodes are numbers; 0 is on top at first.
private final class Stack: Sendable {
  private struct Head: Equatable, Sendable {
    var node: Int?
    var changes = 0
  }

  private let head: ExploredAtomic<Head>
  private let below: [ExploredAtomic<Int?>]
  private let countsChanges: Bool

  init(nodes: Int, countsChanges: Bool) {
    head = ExploredAtomic(Head(node: 0))
    below = (1...nodes).map { ExploredAtomic($0 < nodes ? $0 : nil) }
    self.countsChanges = countsChanges
  }

  func pop() -> Int? {
    while true {
      let top = head.load(ordering: .acquiring)
      guard let node = top.node else { return nil }
      if replace(top, with: below[node].load(ordering: .relaxed)) { return node }
    }
  }

  func push(_ node: Int) {
    while true {
      let top = head.load(ordering: .relaxed)
      below[node].store(top.node, ordering: .relaxed)
      if replace(top, with: node) { return }
    }
  }

  private func replace(_ top: Head, with node: Int?) -> Bool {
    let new = Head(node: node, changes: top.changes + (countsChanges ? 1 : 0))
    return head.compareExchange(expected: top, desired: new, ordering: .acquiringAndReleasing).exchanged
  }

  var contents: [Int] {
    Array(sequence(first: head.value.node) { $0.map { self.below[$0].value } }.prefix { $0 != nil }.compactMap { $0 })
  }
}
