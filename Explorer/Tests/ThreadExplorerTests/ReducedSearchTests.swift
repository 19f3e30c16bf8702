import Testing
import ThreadExplorer

@Suite("A search that runs one schedule for each trace")
struct ReducedSearchTests {
  @Test(arguments: ProgramGenerator.programs(80))
  func `it sees each outcome that any schedule has, and counts the schedules that it has left out`(program: Program) {
    let (seen, reduced) = program.outcomes(.everyTrace, counting: true)
    let (all, every) = program.outcomes(.everySchedule)
    #expect(reduced.failure == nil && every.failure == nil && every.isComplete, "\(program)")
    #expect(seen == all, "\(program)")
    #expect(reduced.countedSchedules == Double(every.schedules), "\(program)")
  }

  @Test func `a thread that waits while all others sleep is run before those that it could have overtaken`() {
    let program = Program(
      threads: [
        [.compareExchange(0, 1), .observes("name", 2), .signal],
        [.wait, .locked([.storeRemembered(0, 3)]), .load(0)],
        [.wait, .signals("name", 4), .compareExchange(1, 5)],
      ], signals: 1)
    let (seen, reduced) = program.outcomes(.everyTrace, counting: true)
    let (all, every) = program.outcomes(.everySchedule)
    #expect(seen == all)
    #expect(reduced.countedSchedules == Double(every.schedules))
  }

  @Test(arguments: 1...4)
  func `threads that write their own variables have one trace`(threads: Int) {
    let result = explore { scene in
      for _ in 0..<threads {
        let variable = ExploredAtomic(0)
        scene.thread { for value in 1...3 { variable.store(value, ordering: .relaxed) } }
      }
    }
    #expect(result.schedules == 1)
    #expect(result.redundantSchedules == 0)
    // Four steps each: the start and three stores.
    #expect(result.countedSchedules == Double(factorial(4 * threads)) / pow(Double(factorial(4)), threads))
  }

  @Test(arguments: [2: 2, 3: 6, 4: 24])
  func `threads that write one variable once have as many traces as orders`(threads: Int, traces: Int) {
    let result = explore { scene in
      let variable = ExploredAtomic(0)
      for value in 0..<threads { scene.thread { variable.store(value, ordering: .relaxed) } }
    }
    #expect(result.schedules == traces)
  }

  @Test(arguments: [1: 2, 2: 3, 3: 4, 4: 5])
  func `a thread that writes once beside a thread that reads n times has n and 1 traces`(reads: Int, traces: Int) {
    let result = explore { scene in
      let variable = ExploredAtomic(0)
      scene.thread { variable.store(1, ordering: .relaxed) }
      scene.thread { for read in 0..<reads { _ = variable.load(ordering: .relaxed, line: UInt(read)) } }
    }
    #expect(result.schedules == traces)
  }

  @Test(arguments: [1: 2, 2: 6, 3: 20, 4: 70])
  func `two threads that add to one variable n times each have as many traces as ways to choose n of 2n`(
    additions: Int, traces: Int
  ) {
    let result = explore { scene in
      let variable = ExploredAtomic(0)
      for _ in 1...2 {
        scene.thread { for _ in 0..<additions { variable.add(1, ordering: .relaxed) } }
      }
    }
    #expect(result.schedules == traces)
    #expect(result.redundantSchedules == 0)
  }

  @Test func `what is done under a lock is not permuted with what another thread does under it`() {
    let result = explore { scene in
      let lock = ExploredLock()
      let variable = ExploredAtomic(0)
      for _ in 1...3 {
        scene.thread { lock.withLock { for _ in 1...3 { variable.add(1, ordering: .relaxed) } } }
      }
    }
    #expect(result.schedules == 6)
  }

  @Test func `signals of one name commute, and observations do, but each observation is before and after each signal`()
  {
    // An event belongs to the start of its thread, which is a step like others.
    func traces(_ first: EventOrder, _ second: EventOrder) -> Int {
      explore { scene in
        let log = ExploredLog<Int>()
        scene.thread { log.record(1, order: first) }
        scene.thread { log.record(2, order: second) }
      }.schedules
    }
    #expect(traces(.signals("time"), .signals("time")) == 1)
    #expect(traces(.observes("time"), .observes("time")) == 1)
    #expect(traces(.signals("time"), .observes("time")) == 2)
    #expect(traces(.signals("time"), .observes("another")) == 1)
    #expect(traces(.everything, .everything) == 2)
    #expect(traces(.everything, .signals("time")) == 1)
  }

  @Test func `user code depends on other user code unless it says otherwise`() {
    let result = explore { scene in
      for _ in 1...3 { scene.thread { ControlledThread.current?.reach("does something") } }
    }
    #expect(result.schedules == 6)
  }

  @Test func `a compare-exchange that fails is a load`() {
    let result = explore { scene in
      let variable = ExploredAtomic(0)
      for value in 1...3 {
        scene.thread { _ = variable.compareExchange(expected: value, desired: 9, ordering: .acquiringAndReleasing) }
      }
    }
    #expect(result.schedules == 1)
  }

  private func explore(_ scenario: (Scene) -> Void) -> ExplorationResult {
    var explorer = ThreadExplorer(.everyTrace)
    explorer.countsSchedules = true
    let result = explorer.explore("traces", scenario)
    #expect(result.failure == nil)
    return result
  }
}

private func factorial(_ number: Int) -> Int {
  (1...number).reduce(1, *)
}

private func pow(_ base: Double, _ exponent: Int) -> Double {
  (0..<exponent).reduce(1) { power, _ in power * base }
}
