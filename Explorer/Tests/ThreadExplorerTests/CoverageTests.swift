import Testing
import ThreadExplorer

@Suite("The places that an exploration covers")
struct CoverageTests {
  @Test func `a place at which a thread stood back is told from one that was only reached`() {
    let coverage = explore(preemptions: 1).coverage
    #expect(coverage.neverPreempted.map(\.line) == [3])
    #expect(coverage.places.keys.map(\.line).sorted() == [1, 2, 3])
  }

  @Test func `without preemptions no place is preempted`() {
    #expect(explore(preemptions: 0).coverage.neverPreempted.map(\.line) == [1, 2, 3])
  }

  @Test func `coverages of several explorations are merged`() {
    var coverage = explore(preemptions: 0).coverage
    let counts = coverage.places
    coverage.merge(explore(preemptions: 1).coverage)
    #expect(coverage.neverPreempted.map(\.line) == [3])
    #expect(coverage.places.allSatisfy { $0.value.reached > counts[$0.key]?.reached ?? 0 })
  }

  @Test func `the table has a line for each place`() {
    let coverage = explore(preemptions: 0).coverage
    #expect(
      coverage.description == """
             reached   preempted  place
                   2           0  File.swift:1 f
                   2           0  File.swift:2 f
                   2           0  File.swift:3 f
        """)
  }

  /// The last access comes when no other thread is left, or under a bound that is used up.
  private func explore(preemptions: Int) -> ExplorationResult {
    ThreadExplorer(preemptions: preemptions).explore("coverage") { scene in
      let variable = ExploredAtomic(0)
      let started = ExploredSemaphore(0)
      scene.thread {
        variable.store(1, ordering: .relaxed, fileID: "M/File.swift", line: 1, function: "f")
        started.signal(fileID: "M/File.swift", line: 2, function: "f")
      }
      scene.thread {
        started.wait(fileID: "M/File.swift", line: 3, function: "f")
      }
    }
  }
}
