/// Runs a scenario of a few real threads in every order that a few preemptions can make.
///
/// One thread runs at a time. At each scheduling point, where a thread is about to do what others could notice, it may
/// have to stand back for another; a schedule says where. Schedules are gone through depth first, by running the
/// scenario from its beginning again for each. A switch away from a thread that could go on is a preemption, and a
/// schedule has no more of them than the bound: most faults need one or two, and the number of schedules grows with the
/// number of points to the power of the bound only.
///
///     let result = ThreadExplorer(preemptions: 2).explore("two increments") { scene in
///       let count = ExploredVariable(0)
///       for _ in 1...2 { scene.thread { count.value += 1 } }
///       scene.expect { count.value == 2 ? nil : "an increment was lost" }
///     }
///     print(result)
///
/// The code under test says where its points are, by ``ControlledThread``: before each access to what is shared, and at
/// each lock. Between two points it must be deterministic: no clocks, random numbers, or threads of its own. Memory is
/// sequentially consistent here, so what is wrong about the ordering of an atomic is for other tools to find.
///
/// The preemption bound is that of CHESS: M. Musuvathi, S. Qadeer, *Iterative Context Bounding for Systematic Testing of
/// Multithreaded Programs*, PLDI 2007. Loom does the same for Rust.
public struct ThreadExplorer: Sendable {
  /// Called around the body of each thread, for what the code under test has to find there.
  public typealias Surroundings = @Sendable (_ thread: ControlledThread, _ body: () -> Void) -> Void

  /// How many preemptions a schedule has at most.
  public var preemptions: Int
  /// After so many schedules the rest is given up, and the result says so.
  public var scheduleLimit: Int
  /// A thread that reaches more points than this in one schedule goes on for ever.
  public var pointLimit: Int
  private let surroundings: Surroundings

  public init(
    preemptions: Int = 3, scheduleLimit: Int = 10_000_000, pointLimit: Int = 20_000,
    surroundings: @escaping Surroundings = { _, body in body() }
  ) {
    self.preemptions = preemptions
    self.scheduleLimit = scheduleLimit
    self.pointLimit = pointLimit
    self.surroundings = surroundings
  }

  /// Runs every schedule up to the bound, and stops at the first that fails.
  ///
  /// When the environment variable `THREAD_SCHEDULE` has a schedule of this scenario, as a failure prints it, that one
  /// is run alone.
  public func explore(_ name: String, _ scenario: (Scene) -> Void) -> ExplorationResult {
    if let schedule = Schedule.fromEnvironment(for: name) { return replay(schedule, of: name, scenario) }
    let search = BoundedSearch(preemptions: preemptions)
    return run(name, choosing: search, scenario) { search.advance() }
  }

  /// Runs so many schedules in which each thread that could go on is as likely at each point.
  public func walk(
    _ name: String, schedules: Int, seed: UInt64, _ scenario: (Scene) -> Void
  ) -> ExplorationResult {
    if let schedule = Schedule.fromEnvironment(for: name) { return replay(schedule, of: name, scenario) }
    let walk = RandomWalk(seed: seed)
    var remaining = schedules
    var result = run(name, choosing: walk, scenario) {
      remaining -= 1
      return remaining > 0
    }
    result.seed = seed
    return result
  }

  /// Runs one schedule.
  public func replay(_ schedule: Schedule, of name: String, _ scenario: (Scene) -> Void) -> ExplorationResult {
    run(name, choosing: Replay(schedule), scenario) { false }
  }

  private func run(
    _ name: String, choosing chooser: any Chooser, _ scenario: (Scene) -> Void, advance: () -> Bool
  ) -> ExplorationResult {
    var result = ExplorationResult(name: name, preemptions: chooser.preemptionBound)
    let workers = WorkerPool()
    let clock = ContinuousClock()
    let start = clock.now
    var previous: [Step] = []
    while true {
      let scene = Scene()
      scenario(scene)
      chooser.begin()
      let execution = Execution(
        bodies: scene.takeThreads(), chooser: chooser, workers: workers, pointLimit: pointLimit,
        surroundings: surroundings)
      let stuck = execution.run()
      result.schedules += 1
      result.points += execution.steps.count
      let problem = stuck ?? chooser.problem(after: execution.steps, previous: previous) ?? scene.failure()
      if let problem {
        result.failure = ExplorationResult.Failure(
          name: name, message: problem, number: result.schedules, schedule: execution.schedule, steps: execution.steps)
        break
      }
      previous = execution.steps
      guard advance() else { break }
      guard result.schedules < scheduleLimit else {
        result.isComplete = false
        break
      }
    }
    // Threads that a deadlock holds can never be told to go.
    if result.failure == nil { workers.stop() }
    result.time = clock.now - start
    return result
  }
}
