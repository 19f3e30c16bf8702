import Synchronization
import Testing
import ThreadExplorer

@Suite("Threads that wait, spin, or take too many steps")
struct LivenessTests {
  @Test(arguments: [ThreadExplorer.Extent.everyTrace, .preemptions(2)])
  func `a thread that spins on what nobody will change is a livelock, with the place`(
    extent: ThreadExplorer.Extent
  ) throws {
    let failure = try #require(
      ThreadExplorer(extent).explore("blocked spin") { scene in
        let flag = ExploredAtomic(false)
        scene.thread { Self.spin(until: flag) }
        scene.thread { flag.store(false, ordering: .releasing) }
      }.failure)
    #expect(failure.message == "LIVELOCK: a spins, and nobody changes what it loads: object 1 at Spin.swift:3 spin()")
  }

  @Test(arguments: [ThreadExplorer.Extent.everyTrace, .preemptions(3)])
  func `a thread that spins until another one has gone on is none`(extent: ThreadExplorer.Extent) {
    let result = ThreadExplorer(extent).explore("fair spin") { scene in
      let (ping, pong) = (ExploredAtomic(false), ExploredAtomic(false))
      scene.thread {
        ping.store(true, ordering: .releasing)
        Self.spin(until: pong)
      }
      scene.thread {
        Self.spin(until: ping)
        pong.store(true, ordering: .releasing)
      }
    }
    #expect(result.failure == nil)
    #expect(result.isComplete)
  }

  @Test func `a loop that gives up after some tries is no livelock`() {
    let result = ThreadExplorer(.everyTrace).explore("some tries") { scene in
      let flag = ExploredAtomic(false)
      scene.thread {
        for _ in 1...50 where !flag.load(ordering: .acquiring) {}
      }
    }
    #expect(result.failure == nil)
  }

  @Test(arguments: [10: 11, 3: 5])
  func
    `ten loads at one place beside a store have 11 traces, and the result says where patience was too small for that`(
      patience: Int, traces: Int
    )
  {
    var explorer = ThreadExplorer(.everyTrace)
    explorer.patience = patience
    let result = explorer.explore("repeated loads") { scene in
      let variable = ExploredAtomic(0)
      scene.thread {
        for _ in 1...10 { _ = variable.load(ordering: .relaxed, fileID: "M/Load.swift", line: 5, function: "f()") }
      }
      scene.thread { variable.store(1, ordering: .relaxed) }
    }
    #expect(result.failure == nil)
    #expect(result.schedules == traces)
    #expect(result.restingPlaces.map(\.line) == (patience < 10 ? [5] : []))
  }

  @Test(arguments: [ThreadExplorer.Extent.everyTrace, .preemptions(3)])
  func `a lock that spins by exchanges is gone through completely`(extent: ThreadExplorer.Extent) {
    let result = ThreadExplorer(extent).explore("spin lock") { scene in
      let (isLocked, count) = (ExploredAtomic(false), ExploredVariable(0))
      for _ in 1...2 {
        scene.thread {
          var hasFailed = true
          while hasFailed { hasFailed = isLocked.exchange(true, ordering: .acquiring) }
          count.write(count.read() + 1)
          isLocked.store(false, ordering: .releasing)
        }
      }
      scene.expect { count.read() == 2 ? nil : "\(count.read())" }
    }
    #expect(result.failure == nil)
    #expect(result.isComplete)
  }

  @Test func `two threads that each wait for the other's signal are a deadlock, with the places`() throws {
    let failure = try #require(
      ThreadExplorer(.everyTrace).explore("two waits") { scene in
        let (first, second) = (ExploredSemaphore(0), ExploredSemaphore(0))
        scene.thread {
          first.wait(fileID: "M/Wait.swift", line: 1, function: "a()")
          second.signal()
        }
        scene.thread {
          second.wait(fileID: "M/Wait.swift", line: 2, function: "b()")
          first.signal()
        }
      }.failure)
    #expect(
      failure.message == """
        DEADLOCK: a waits at Wait.swift:1 a(), and nobody is left to let it go on; \
        b waits at Wait.swift:2 b(), and nobody is left to let it go on
        """)
  }

  @Test func `a thread that spins on plain memory ends the schedule`() throws {
    let failure = try #require(
      ThreadExplorer(.everyTrace, pointLimit: 100).explore("plain spin") { scene in
        let flag = ExploredVariable(false)
        scene.thread {
          var isSet = false
          while !isSet { isSet = flag.read() }
        }
      }.failure)
    #expect(failure.message == "It goes on for ever: 100 plain accesses without a point")
  }

  @Test(arguments: [ThreadExplorer.Extent.everyTrace, .preemptions(2)])
  func `an update by compare-exchange has no bound on its steps beside a thread that updates without end`(
    extent: ThreadExplorer.Extent
  ) throws {
    var explorer = ThreadExplorer(extent)
    explorer.repetitions = 3
    let failure = try #require(explorer.explore("lock-free", Self.counters { $0.incrementByExchange() }).failure)
    #expect(failure.message == "BOUND: a has taken more than 4 steps of its own in increment")
  }

  @Test(arguments: [ThreadExplorer.Extent.everyTrace, .preemptions(2)])
  func `an update by addition takes one step beside a thread that updates without end`(
    extent: ThreadExplorer.Extent
  ) {
    let result = ThreadExplorer(extent).explore("wait-free", Self.counters { $0.add(1, ordering: .relaxed) })
    #expect(result.failure == nil)
    #expect(result.isComplete)
    #expect(result.mostSteps == ["increment": 1])
  }

  @Test(.timeLimit(.minutes(1)))
  func `a bound that is exceeded under a lock ends the schedule, though the lock is never free again`() throws {
    let result = ThreadExplorer(.preemptions(1)).explore("too many steps under a lock") { scene in
      let counter = LockedCounter()
      scene.thread {
        ControlledThread.current?.counting("add", atMost: 2) { counter.add() }
      }
      scene.expect { counter.value == 1 ? nil : "nothing was added" }
    }
    let failure = try #require(result.failure)
    #expect(failure.message == "BOUND: a has taken more than 2 steps of its own in add")
  }

  @Test func `a bound that is exceeded under a lock is reported with the lock`() throws {
    let result = ThreadExplorer(.everyTrace).explore("too many steps with a lock in hand") { scene in
      let (lock, word) = (ExploredLock(), ExploredAtomic(0))
      for _ in 1...2 {
        scene.thread {
          ControlledThread.current?.counting("add", atMost: 3) {
            lock.withLock { for _ in 1...3 { word.add(1, ordering: .relaxed) } }
          }
        }
      }
    }
    let failure = try #require(result.failure)
    #expect(failure.message == "BOUND: a has taken more than 3 steps of its own in add, and has lock 1")
  }

  @Test func `an endless thread ends when all others have finished`() {
    let result = ThreadExplorer(preemptions: 1).explore("endless") { scene in
      let count = ExploredAtomic(0)
      scene.endlessThread { count.add(1, ordering: .relaxed) }
      scene.endlessThread { count.add(1, ordering: .relaxed) }
      scene.thread { count.add(1, ordering: .relaxed) }
    }
    #expect(result.failure == nil)
    #expect(result.isComplete)
  }

  @Test func `an endless thread ends although the jobs that it spawns never run out`() {
    let result = ThreadExplorer(preemptions: 0, pointLimit: 5_000).walk("spawning", schedules: 50, seed: 1) { scene in
      let count = ExploredAtomic(0)
      let hasJob = ExploredAtomic(false)
      @Sendable func spawn() {
        guard hasJob.exchange(true, ordering: .relaxed) == false else { return }
        ControlledThread.current?.spawn {
          for _ in 1...20 { count.add(1, ordering: .relaxed) }
          hasJob.store(false, ordering: .relaxed)
        }
      }
      for _ in 1...2 { scene.endlessThread { spawn() } }
      scene.thread { count.add(1, ordering: .relaxed) }
    }
    #expect(result.failure == nil, "\(result)")
  }

  private static func spin(until flag: ExploredAtomic<Bool>) {
    var isSet = false
    while !isSet { isSet = flag.load(ordering: .acquiring, fileID: "M/Spin.swift", line: 3, function: "spin()") }
  }

  private static func counters(
    _ increment: @escaping @Sendable (ExploredAtomic<Int>) -> Void
  ) -> (Scene) -> Void {
    { scene in
      let count = ExploredAtomic(0)
      scene.thread {
        ControlledThread.current?.counting("increment", atMost: 4) { increment(count) }
      }
      scene.endlessThread { increment(count) }
    }
  }
}

extension ExploredAtomic<Int> {
  fileprivate func incrementByExchange() {
    var isDone = false
    while !isDone {
      let value = load(ordering: .relaxed)
      isDone = compareExchange(expected: value, desired: value + 1, ordering: .relaxed).exchanged
    }
  }
}

/// Takes its lock as it goes.
private final class LockedCounter: Sendable {
  private let lock = Mutex(0)
  private let steps = ExploredAtomic(0)

  var value: Int { lock.withLock { $0 } }

  func add() {
    lock.withLock { count in
      for step in 1...3 { steps.store(step, ordering: .relaxed) }
      count += 1
    }
  }

  deinit {
    lock.withLock { $0 = 0 }
  }
}
