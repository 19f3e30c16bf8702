import Testing
import ThreadExplorer

@Suite("A lock of readers and a writer")
struct ReadersWriterTests {
  @Test func `readers that come and go starve a writer that only tries`() throws {
    let failure = try #require(explore(announcesWriter: false).failure)
    #expect(failure.message == "BOUND: a has taken more than 20 steps of its own in write")
  }

  @Test func `a writer that is announced waits for the readers that are there, and no others`() {
    let result = explore(announcesWriter: true)
    #expect(result.failure == nil)
    #expect(result.isComplete)
  }

  private func explore(announcesWriter: Bool) -> ExplorationResult {
    ThreadExplorer(preemptions: 1).explore("readers and a writer") { scene in
      let lock = ReadersWriterLock(announcesWriter: announcesWriter)
      let guarded = ExploredVariable(0)
      scene.thread {
        ControlledThread.current?.counting("write", atMost: 20) { lock.write { guarded.write(1) } }
      }
      for _ in 1...2 {
        scene.endlessThread { lock.read { _ = guarded.read() } }
      }
    }
  }
}

private final class ReadersWriterLock: Sendable {
  /// How many read; -1 while one writes.
  private let readers = ExploredAtomic(0)
  private let isWriterThere = ExploredAtomic(false)
  private let announcesWriter: Bool

  init(announcesWriter: Bool) {
    self.announcesWriter = announcesWriter
  }

  func read(_ body: () -> Void) {
    while true {
      // A reader that has seen no writer may still come in after the writer, once.
      let count = readers.load(ordering: .relaxed)
      let mayEnter = count >= 0 && !(announcesWriter && isWriterThere.load(ordering: .relaxed))
      if mayEnter, readers.compareExchange(expected: count, desired: count + 1, ordering: .acquiring).exchanged {
        break
      }
    }
    body()
    readers.add(-1, ordering: .releasing)
  }

  func write(_ body: () -> Void) {
    if announcesWriter { isWriterThere.store(true, ordering: .relaxed) }
    var isIn = false
    while !isIn { isIn = readers.compareExchange(expected: 0, desired: -1, ordering: .acquiring).exchanged }
    body()
    readers.store(0, ordering: .releasing)
    if announcesWriter { isWriterThere.store(false, ordering: .relaxed) }
  }
}
