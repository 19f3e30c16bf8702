import Testing
import ThreadExplorer

@Suite("Accesses that no happens-before orders")
struct RaceDetectorTests {
  @Test func `two plain stores race, whatever the schedule`() throws {
    let failure = try #require(
      explore(.preemptions(0)) { scene in
        let variable = ExploredVariable(0)
        for value in 1...2 { scene.thread { variable.write(value, fileID: "M/Two.swift", line: 7, function: "f()") } }
      }.failure)
    #expect(
      failure.message == """
        RACE on object 1, which nothing orders: a stores it not atomically at Two.swift:7 f(), \
        and b stores it not atomically at Two.swift:7 f()
        """)
  }

  @Test func `two plain loads do not race`() {
    let result = explore { scene in
      let variable = ExploredVariable(0)
      for _ in 1...2 { scene.thread { _ = variable.read() } }
    }
    #expect(result.failure == nil)
  }

  @Test(arguments: [
    (Access.Ordering.releasing, Access.Ordering.acquiring, false),
    (.sequentiallyConsistent, .sequentiallyConsistent, false),
    (.relaxed, .acquiring, true),
    (.releasing, .relaxed, true),
    (.relaxed, .relaxed, true),
  ])
  func `a message is passed by a releasing store and an acquiring load, and by nothing weaker`(
    store: Access.Ordering, load: Access.Ordering, races: Bool
  ) {
    let result = explore { scene in
      let (message, isThere) = (ExploredVariable(0), ExploredAtomic(false))
      scene.thread {
        message.write(1)
        isThere.store(true, ordering: store)
      }
      scene.thread {
        if isThere.load(ordering: load) { _ = message.read() }
      }
    }
    #expect((result.failure?.message.hasPrefix("RACE") ?? false) == races)
  }

  @Test(arguments: [(Access.Kind.update, false), (.store, true)])
  func `an update by another thread continues a release sequence, and a store ends it`(
    between: Access.Kind, races: Bool
  ) {
    let result = explore { scene in
      let (message, state) = (ExploredVariable(0), ExploredAtomic(0))
      scene.thread {
        message.write(1)
        state.store(1, ordering: .releasing)
      }
      scene.thread {
        if between == .update { state.add(10, ordering: .relaxed) } else { state.store(11, ordering: .relaxed) }
      }
      scene.thread {
        if state.load(ordering: .acquiring) == 11 { _ = message.read() }
      }
    }
    #expect((result.failure?.message.hasPrefix("RACE") ?? false) == races)
  }

  @Test(arguments: [(Access.Ordering?.none, false), (.relaxed, true)])
  func `a compare-exchange that fails acquires by its ordering of failure`(
    ordering: Access.Ordering?, races: Bool
  ) {
    let result = explore { scene in
      let (message, isThere) = (ExploredVariable(0), ExploredAtomic(false))
      scene.thread {
        message.write(1)
        isThere.store(true, ordering: .releasing)
      }
      scene.thread {
        let hasFailed = !isThere.compareExchange(
          expected: false, desired: false, ordering: .acquiringAndReleasing, failureOrdering: ordering
        ).exchanged
        if hasFailed { _ = message.read() }
      }
    }
    #expect((result.failure?.message.hasPrefix("RACE") ?? false) == races)
  }

  @Test func `a compare-exchange that fails writes nothing that a plain load could race with`() {
    let result = explore { scene in
      let state = AnyMemory()
      scene.thread { state.access(.load, .plain) }
      scene.thread {
        state.access(.update, .acquiringAndReleasing)
        ControlledThread.current?.hasOnlyLoaded()
      }
    }
    #expect(result.failure == nil)
  }

  @Test(arguments: [
    (Access.Kind.load, Access.Kind.store, true), (.store, .load, true), (.load, .update, true), (.load, .load, false),
  ])
  func `a plain access races with an atomic one if one of them writes`(
    plain: Access.Kind, atomic: Access.Kind, races: Bool
  ) {
    let result = explore { scene in
      let memory = AnyMemory()
      scene.thread { memory.access(plain, .plain) }
      scene.thread { memory.access(atomic, .sequentiallyConsistent) }
    }
    #expect((result.failure != nil) == races)
  }

  @Test func `a lock orders what is done under it, and only that`() {
    func explore(underLock: Bool) -> ExplorationResult {
      self.explore { scene in
        let (lock, variable) = (ExploredLock(), ExploredVariable(0))
        scene.thread { lock.withLock { variable.write(1) } }
        scene.thread {
          lock.withLock { if underLock { variable.write(2) } }
          if !underLock { variable.write(2) }
        }
      }
    }
    #expect(explore(underLock: true).failure == nil)
    #expect(explore(underLock: false).failure?.message.hasPrefix("RACE") == true)
  }

  @Test func `a spawned thread comes after its beginning, and beside what follows`() {
    func explore(after: Bool) -> ExplorationResult {
      self.explore { scene in
        let variable = ExploredVariable(0)
        scene.thread {
          if !after { variable.write(1) }
          ControlledThread.current?.spawn { variable.write(2) }
          if after { variable.write(1) }
        }
      }
    }
    #expect(explore(after: false).failure == nil)
    #expect(explore(after: true).failure?.message.hasPrefix("RACE") == true)
  }

  @Test func `memory that is used again is another object`() {
    func explore(forgetting: Bool) -> ExplorationResult {
      self.explore { scene in
        for _ in 1...2 {
          scene.thread {
            let memory = AnyMemory(number: 1)
            memory.access(.store, .plain)
            if forgetting { ControlledThread.current?.forget(1) }
          }
        }
      }
    }
    #expect(explore(forgetting: true).failure == nil)
    #expect(explore(forgetting: false).failure != nil)
  }

  private func explore(
    _ extent: ThreadExplorer.Extent = .everyTrace, _ scenario: (Scene) -> Void
  ) -> ExplorationResult {
    ThreadExplorer(extent).explore("races", scenario)
  }
}

/// Memory of which only the accesses matter.
private struct AnyMemory: Sendable {
  var number: UInt64 = 1_000_000_000

  func access(_ kind: Access.Kind, _ ordering: Access.Ordering) {
    let access = Access(object: number, kind: kind, ordering: ordering, place: SourcePlace())
    if ordering == .plain { ControlledThread.current?.touch(access) } else { ControlledThread.current?.reach(access) }
  }
}
