import Testing
import ThreadExplorer

@Suite("Double-checked locking")
struct DoubleCheckedLockingTests {
  @Test func `a first look that is plain races`() throws {
    let failure = try #require(
      ThreadExplorer(.everyTrace).explore("plain first look") { scene in
        let (lock, instance) = (ExploredLock(), ExploredVariable(0))
        for _ in 1...2 {
          scene.thread {
            guard instance.read() == 0 else { return }
            lock.withLock { if instance.read() == 0 { instance.write(1) } }
          }
        }
      }.failure)
    #expect(failure.message.hasPrefix("RACE"))
  }

  @Test(arguments: [
    (Access.Ordering.relaxed, Access.Ordering.releasing), (.acquiring, .relaxed),
  ])
  func `an atomic first look without acquiring or releasing races on what it finds`(
    look: Access.Ordering, publication: Access.Ordering
  ) throws {
    let failure = try #require(explore(look: look, publication: publication).failure)
    #expect(failure.message.hasPrefix("RACE"))
  }

  @Test func `a first look that acquires what was released finds it whole`() {
    let result = explore(look: .acquiring, publication: .releasing)
    #expect(result.failure == nil)
    #expect(result.isComplete)
  }

  @Test func `without a second look a second instance is made while the first is in use`() throws {
    let failure = try #require(explore(look: .acquiring, publication: .releasing, looksTwice: false).failure)
    #expect(failure.message.hasPrefix("RACE"))
  }

  private func explore(
    look: Access.Ordering, publication: Access.Ordering, looksTwice: Bool = true
  ) -> ExplorationResult {
    ThreadExplorer(.everyTrace).explore("double-checked locking") { scene in
      let (lock, isMade) = (ExploredLock(), ExploredAtomic(false))
      let contents = ExploredVariable(0)
      let makings = ExploredAtomic(0)
      for _ in 1...3 {
        scene.thread {
          if !isMade.load(ordering: look) {
            lock.withLock {
              guard !looksTwice || !isMade.load(ordering: .relaxed) else { return }
              contents.write(42)
              makings.add(1, ordering: .relaxed)
              isMade.store(true, ordering: publication)
            }
          }
          _ = contents.read()
        }
      }
      scene.expect { makings.value == 1 ? nil : "made \(makings.value) times" }
    }
  }
}
