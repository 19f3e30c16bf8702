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

  @Test func dealsWithPartsInTheirOrder() async throws {
    var random = SplitMix64(seed: SplitMix64.seed)
    let done = Locked<[Int]>([])
    for number in 0..<2_000 {
      backlog.add(Int.random(in: 0...100_000, using: &random)) { done.withLock { $0.append(number) } }
      guard Int.random(in: 0..<50, using: &random) == 0 else { continue }
      let count = try await backlog.run { () throws(TransferError) in done.withLock { $0.count } }
      #expect(count == number + 1, "seed \(SplitMix64.seed)")
    }
    try await backlog.run { () throws(TransferError) in }
    #expect(done.withLock { $0 } == Array(0..<2_000), "seed \(SplitMix64.seed)")
  }

  @Test func dealsWithALittleThoughNoMoreComes() async {
    let done = EventState(0)
    // The second and the third come too soon after the first, and are too little, for the queue to be woken at once.
    for _ in 0..<3 { backlog.add(1) { done.change { $0 += 1 } } }
    await done.wait { $0 == 3 }
  }

  @Test func hasNoRoomWhileTooMuchWaits() async {
    backlog.add(Backlog.limit + 1) { [gate, log] in
      gate.wait()
      log.change { $0.append("dealt with") }
    }
    await backlog.waitForRoom {
      // Asked before it waits.
      gate.signal()
      return false
    }
    log.change { $0.append("room") }
    #expect(log.state == ["dealt with", "room"])
    gate.signal()
  }

  @Test func letsGoWhoeverWaitsWhenItIsWoken() async {
    backlog.add(Backlog.limit + 1) { [gate] in gate.wait() }
    await backlog.waitForRoom { [backlog] in
      DispatchQueue.global().async { backlog.wake() }
      return false
    }
    gate.signal()
  }
}
