import Foundation
import Testing
import ThreadExplorer

@Suite("A queue whose takers wait for puts")
struct LostWakeUpTests {
  @Test func `a taker that looks before it locks sleeps through the put`() throws {
    let failure = try #require(Self.explore(looksUnderLock: false).failure)
    #expect(failure.message.hasPrefix("DEADLOCK: a waits at LostWakeUpTests.swift:"))
    #expect(failure.message.hasSuffix("take(), and nobody is left to let it go on"))
    #expect(failure.description.contains("a stands back, before it locks"))
  }

  @Test func `the README shows the failure as it is printed`() throws {
    let failure = try #require(Self.explore(looksUnderLock: false).failure)
    let readme = URL(filePath: #filePath).appending(path: "../../../../README.md").standardized
    #expect(try String(contentsOf: readme, encoding: .utf8).contains("```\n\(failure)\n```"))
  }

  @Test func `a taker that looks under the lock gets each put, in every trace`() {
    let result = Self.explore(looksUnderLock: true)
    #expect(result.failure == nil)
    #expect(result.isComplete)
  }

  @Test func `one signal for two takers of which the wrong one may wake is found`() throws {
    let failure = try #require(
      ThreadExplorer(.everyTrace).explore("one signal for two") { scene in
        let queue = BlockingQueue(looksUnderLock: true, wakesAll: false)
        scene.thread { queue.putTwo() }
        for _ in 1...2 { scene.thread { queue.take() } }
      }.failure)
    #expect(failure.message.hasPrefix("DEADLOCK"))
  }

  private static func explore(looksUnderLock: Bool) -> ExplorationResult {
    ThreadExplorer(.everyTrace).explore("a queue") { scene in
      let queue = BlockingQueue(looksUnderLock: looksUnderLock)
      scene.thread { queue.take() }
      scene.thread { queue.put() }
      scene.expect { queue.isEmpty ? nil : "something was left" }
    }
  }
}

/// Only how many elements there are matters here.
private final class BlockingQueue: Sendable {
  private let lock = ExploredLock()
  private let isFilled = ExploredCondition()
  private let count = ExploredAtomic(0)
  private let looksUnderLock: Bool
  private let wakesAll: Bool

  init(looksUnderLock: Bool, wakesAll: Bool = true) {
    self.looksUnderLock = looksUnderLock
    self.wakesAll = wakesAll
  }

  var isEmpty: Bool { count.value == 0 }

  func put() {
    lock.withLock { _ = count.add(1, ordering: .relaxed) }
    isFilled.signal()
  }

  func putTwo() {
    lock.withLock { _ = count.add(2, ordering: .relaxed) }
    if wakesAll { isFilled.broadcast() } else { isFilled.signal() }
  }

  func take() {
    if looksUnderLock {
      lock.withLock {
        while count.load(ordering: .relaxed) == 0 { isFilled.wait(releasing: lock) }
        count.add(-1, ordering: .relaxed)
      }
    } else {
      let mustWait = count.load(ordering: .relaxed) == 0
      lock.withLock {
        if mustWait { isFilled.wait(releasing: lock) }
        count.add(-1, ordering: .relaxed)
      }
    }
  }
}
