import Synchronization
import Testing
import ThreadExplorer

@Suite("The explorer of threads")
struct ThreadExplorerTests {
  @Test func `it finds the update that two increments lose`() throws {
    let result = ThreadExplorer(preemptions: 1).explore("lost update", Self.twoIncrements)
    let failure = try #require(result.failure)
    #expect(failure.message == "1")
  }

  @Test func `without preemptions nothing is lost`() {
    let result = ThreadExplorer(preemptions: 0).explore("no preemption", Self.twoIncrements)
    #expect(result.failure == nil)
    #expect(result.schedules == 2)
  }

  @Test func `a schedule that failed fails again, by what was printed`() throws {
    let explorer = ThreadExplorer(preemptions: 2)
    let failure = try #require(explorer.explore("replayed", Self.twoIncrements).failure)
    let schedule = try #require(Schedule(failure.schedule.description))
    let again = explorer.replay(schedule, of: "replayed", Self.twoIncrements)
    #expect(again.schedules == 1)
    #expect(again.failure?.message == failure.message)
    #expect(explorer.replay(Schedule(), of: "replayed", Self.twoIncrements).failure == nil)
  }

  @Test func `it finds two locks that are taken in different orders`() throws {
    let result = ThreadExplorer(preemptions: 1).explore("two locks") { scene in
      let (first, second) = (ExploredLock(), ExploredLock())
      scene.thread { first.withLock { second.withLock {} } }
      scene.thread { second.withLock { first.withLock {} } }
    }
    let failure = try #require(result.failure)
    #expect(failure.message == "DEADLOCK: a waits for lock 2, which b has; b waits for lock 1, which a has")
  }

  @Test func `a thread that waits for a lock costs no preemption`() {
    let result = ThreadExplorer(preemptions: 3).explore("locked increments") { scene in
      let lock = ExploredLock()
      let count = ExploredVariable(0)
      for _ in 1...3 { scene.thread { lock.withLock { count.write(count.read() + 1) } } }
      scene.expect { count.read() == 3 ? nil : "\(count.read())" }
    }
    #expect(result.failure == nil)
    #expect(result.isComplete)
  }

  @Test(arguments: [0: 2, 1: 8, 2: 26, 3: 44, 4: 62, 5: 68, 6: 70])
  func `it runs as many schedules as there are`(preemptions: Int, schedules: Int) {
    // Two threads of four steps have 8! / (4! 4!) orders. An order of n runs of the same thread has n - 2 preemptions,
    // as the last run of each ends with its thread.
    let seen = Mutex<Set<[Int]>>([])
    let result = ThreadExplorer(preemptions: preemptions).explore("orders") { scene in
      let order = Orders()
      for thread in 0...1 {
        scene.thread {
          order.append(thread)
          for _ in 1...3 {
            ControlledThread.current?.reach("goes on")
            order.append(thread)
          }
        }
      }
      scene.expect {
        seen.withLock { _ = $0.insert(order.all) }
        return nil
      }
    }
    #expect(result.schedules == schedules)
    #expect(seen.withLock { $0.count } == schedules)
  }

  @Test func `what another thread is given to do is explored as well`() throws {
    let result = ThreadExplorer(preemptions: 1).explore("handed over") { scene in
      let count = ExploredAtomic(0)
      scene.thread {
        ControlledThread.current?.spawn { count.increment() }
        count.increment()
      }
      scene.expect { count.value == 2 ? nil : "\(count.value)" }
    }
    #expect(result.failure?.message == "1")
  }

  @Test func `a scenario that does something else each time is noticed`() throws {
    let runs = Mutex(0)
    let result = ThreadExplorer(preemptions: 1).explore("fickle") { scene in
      let run = runs.withLock { runs in
        runs += 1
        return runs
      }
      for _ in 1...2 {
        scene.thread {
          ControlledThread.current?.reach("run \(run)")
          ControlledThread.current?.reach("the end")
        }
      }
    }
    let failure = try #require(result.failure)
    #expect(failure.message == "NOT DETERMINISTIC: after the same choices, step 1 was: a run 1; and is: a run 2")
  }

  @Test func `a thread that never ends is noticed`() throws {
    let result = ThreadExplorer(preemptions: 0, pointLimit: 100).explore("endless") { scene in
      scene.thread { while true { ControlledThread.current?.reach("turns") } }
    }
    #expect(result.failure?.message == "It goes on for ever: 100 points were reached")
  }

  @Test func `a random walk finds it as well, and the seed says which way it goes`() throws {
    func walk(_ seed: UInt64) -> ExplorationResult {
      ThreadExplorer().walk("walk", schedules: 1_000, seed: seed, Self.twoIncrements)
    }
    let failure = try #require(walk(1).failure)
    #expect(walk(1).failure?.schedule == failure.schedule)
    #expect(walk(1).failure?.number == failure.number)
    #expect((2...20).contains { walk($0).failure?.schedule != failure.schedule })
    let again = ThreadExplorer().replay(failure.schedule, of: "walk", Self.twoIncrements)
    #expect(again.failure?.message == "1")
  }

  @Test func `what a thread has captured is let go on it, and explored as well`() {
    let places = Orders()
    let result = ThreadExplorer(preemptions: 0).explore("captured") { scene in
      let captured = Leaving { places.append(ControlledThread.current == nil ? 0 : 1) }
      scene.thread { withExtendedLifetime(captured) {} }
    }
    #expect(result.failure == nil)
    #expect(places.all == [1])
  }

  @Test(arguments: [true, false])
  func `an object that is kept lives until the schedule has been judged`(isKept: Bool) {
    let living = Mutex([Bool]())
    let result = ThreadExplorer(preemptions: 1).explore("kept") { scene in
      let gone = ExploredAtomic(false)
      for _ in 1...2 {
        scene.thread {
          let object = Leaving { gone.store(true, ordering: .relaxed) }
          if isKept { ControlledThread.current?.keep(object) }
        }
      }
      scene.expect {
        living.withLock { $0.append(!gone.value) }
        return nil
      }
    }
    #expect(result.failure == nil)
    #expect(living.withLock { $0.allSatisfy { $0 == isKept } })
  }

  @Test func `a text that is no schedule is none`() {
    #expect(Schedule("b7 a12")?.description == "b7 a12")
    #expect(Schedule("7b") == nil)
  }

  private static let twoIncrements: @Sendable (Scene) -> Void = { scene in
    let count = ExploredAtomic(0)
    for _ in 1...2 { scene.thread { count.increment() } }
    scene.expect { count.value == 2 ? nil : "\(count.value)" }
  }
}

extension ExploredAtomic<Int> {
  /// In two steps, between which another thread may go on.
  fileprivate func increment() {
    store(load(ordering: .relaxed) + 1, ordering: .relaxed)
  }
}

/// What happened, in order.
private final class Orders: Sendable {
  private let events = Mutex([Int]())

  func append(_ event: Int) {
    events.withLock { $0.append(event) }
  }

  var all: [Int] { events.withLock { $0 } }
}

/// Does something when it goes.
private final class Leaving: Sendable {
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) {
    self.action = action
  }

  deinit {
    action()
  }
}
