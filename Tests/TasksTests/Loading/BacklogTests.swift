import Dispatch
import TestSupport
import Testing
import TidingsCore
import TidingsTasks

/// What has been received is written in order, soon, and not without bound.
@Suite(.timeLimit(.minutes(10)))
struct BacklogTests {
  private let backlog = Backlog(priority: .normal)
  private let gate = DispatchSemaphore(value: 0)
  private let log = EventState([String]())

  @Test func `deals with parts in their order`() async throws {
    var random = SplitMix64(seed: SplitMix64.seed)
    let done = Locked<[Int]>([])
    /// How many there are once all before has been dealt with.
    func count() async throws -> Int {
      try await finishing("the end of what was added") { [backlog] in
        try await backlog.run { () throws(TransferError) in done.withLock { $0.count } }
      }
    }
    for number in 0..<2_000 {
      backlog.add(Int.random(in: 0...100_000, using: &random)) { done.withLock { $0.append(number) } }
      guard Int.random(in: 0..<50, using: &random) == 0 else { continue }
      #expect(try await count() == number + 1, "seed \(SplitMix64.seed)")
    }
    _ = try await count()
    #expect(done.withLock { $0 } == Array(0..<2_000), "seed \(SplitMix64.seed)")
  }

  @Test func `deals with a little though no more comes`() async {
    let done = EventState(0)
    // The second and the third come too soon after the first, and are too little, for the queue to be woken at once.
    for _ in 0..<3 { backlog.add(1) { done.change { $0 += 1 } } }
    await done.wait(for: "three parts to be dealt with") { $0 == 3 }
  }

  @Test func `has no room while too much waits`() async throws {
    backlog.add(Backlog.limit + 1) { [gate, log] in
      gate.wait()
      log.change { $0.append("dealt with") }
    }
    try await finishing("room") { [backlog, gate] in
      await backlog.waitForRoom {
        // Asked before it waits.
        gate.signal()
        return false
      }
    }
    log.change { $0.append("room") }
    #expect(log.state == ["dealt with", "room"])
    gate.signal()
  }

  @Test func `has no room while too many small parts wait`() async throws {
    backlog.add(1) { [gate] in gate.wait() }
    for _ in 0..<Backlog.limit / 100 { backlog.add(1) {} }
    let isAsked = Locked(false)
    await backlog.waitForRoom {
      isAsked.withLock { $0 = true }
      return true
    }
    #expect(isAsked.withLock { $0 }, "A part costs memory beside its bytes")
    gate.signal()
  }

  @Test func `lets go whoever waits when it is woken`() async throws {
    backlog.add(Backlog.limit + 1) { [gate] in gate.wait() }
    try await finishing("the call of wake() to end a wait") { [backlog] in
      await backlog.waitForRoom {
        DispatchQueue.global().async { backlog.wake() }
        return false
      }
    }
    gate.signal()
  }
}
