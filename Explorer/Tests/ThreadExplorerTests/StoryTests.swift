import Testing
import ThreadExplorer

@Suite("The story of a schedule that fails")
struct StoryTests {
  @Test func `the story tells thread by thread what was done, where, and who stood back`() throws {
    let failure = try #require(ThreadExplorer(preemptions: 1).explore("two increments", Self.twoIncrements).failure)
    #expect(
      failure.description == """
        an increment was lost
        in schedule 2; to run it alone, set THREAD_SCHEDULE='two increments: b2'
             0  a                               starts
             1  a  Counter.swift:8 value()      loads object 1, relaxed
          ── a stands back, before it stores object 1, relaxed at Counter.swift:9 increment(); b goes on
             2  b                               starts
             3  b  Counter.swift:8 value()      loads object 1, relaxed
             4  b  Counter.swift:9 increment()  stores object 1, relaxed
          ── a goes on
             5  a  Counter.swift:9 increment()  stores object 1, relaxed
        """)
  }

  @Test(arguments: [ThreadExplorer.Extent.everyTrace, .everySchedule, .preemptions(2)])
  func `the schedule of the story fails again, whatever search has found it`(extent: ThreadExplorer.Extent) throws {
    let explorer = ThreadExplorer(extent)
    let failure = try #require(explorer.explore("replayed", Self.twoIncrements).failure)
    let again = explorer.replay(failure.schedule, of: "replayed", Self.twoIncrements)
    #expect(again.schedules == 1)
    #expect(again.failure?.story == failure.story)
  }

  private static let twoIncrements: @Sendable (Scene) -> Void = { scene in
    let count = ExploredAtomic(0)
    for _ in 1...2 {
      scene.thread {
        let value = count.load(ordering: .relaxed, fileID: "M/Counter.swift", line: 8, function: "value()")
        count.store(value + 1, ordering: .relaxed, fileID: "M/Counter.swift", line: 9, function: "increment()")
      }
    }
    scene.expect { count.value == 2 ? nil : "an increment was lost" }
  }
}
