import Testing
import ThreadExplorer

@Suite("Peterson's mutual exclusion of two threads")
struct PetersonTests {
  @Test func `with plain accesses it races`() throws {
    let failure = try #require(
      ThreadExplorer(.everyTrace, pointLimit: 1_000).explore("Peterson, plain") { scene in
        let wants = [ExploredVariable(false), ExploredVariable(false)]
        let turn = ExploredVariable(0)
        for me in 0...1 {
          scene.thread {
            let other = 1 - me
            wants[me].write(true)
            turn.write(other)
            var mustWait = true
            while mustWait { mustWait = wants[other].read() && turn.read() == other }
            wants[me].write(false)
          }
        }
      }.failure)
    #expect(failure.message.hasPrefix("RACE"))
  }

  @Test func `with relaxed atomics what it guards races`() throws {
    let failure = try #require(explore(.relaxed).failure)
    #expect(failure.message.hasPrefix("RACE"))
  }

  @Test func `with sequentially consistent atomics it holds in every trace`() {
    let result = explore(.sequentiallyConsistent)
    #expect(result.failure == nil)
    #expect(result.isComplete)
  }

  @Test func `giving oneself the turn lets both in`() throws {
    let failure = try #require(explore(.sequentiallyConsistent, givesTurnAway: false).failure)
    #expect(failure.message.hasPrefix("RACE"))
  }

  private func explore(_ ordering: Access.Ordering, givesTurnAway: Bool = true) -> ExplorationResult {
    ThreadExplorer(.everyTrace).explore("Peterson") { scene in
      let wants = [ExploredAtomic(false), ExploredAtomic(false)]
      let turn = ExploredAtomic(0)
      let guarded = ExploredVariable(0)
      for me in 0...1 {
        scene.thread {
          let other = 1 - me
          wants[me].store(true, ordering: ordering)
          turn.store(givesTurnAway ? other : me, ordering: ordering)
          var mustWait = true
          while mustWait {
            mustWait = wants[other].load(ordering: ordering) && turn.load(ordering: ordering) == other
          }
          guarded.write(guarded.read() + 1)
          wants[me].store(false, ordering: ordering)
        }
      }
      scene.expect { guarded.read() == 2 ? nil : "\(guarded.read())" }
    }
  }
}
