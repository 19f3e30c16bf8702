/// Runs a scenario of a few real threads in every order that could make a difference, or that a few preemptions can make.
///
/// One thread runs at a time. At each scheduling point, where a thread is about to do what others could notice, it may
/// have to stand back for another; a schedule says where. Schedules are gone through depth first, by running the
/// scenario from its beginning again for each.
///
///     let result = ThreadExplorer(.everyTrace).explore("two increments") { scene in
///       let count = ExploredAtomic(0)
///       for _ in 1...2 {
///         scene.thread { count.store(count.load(ordering: .relaxed) + 1, ordering: .relaxed) }
///       }
///       scene.expect { count.value == 2 ? nil : "an increment was lost" }
///     }
///     print(result)
///
/// The code under test says where its points are, by ``ControlledThread``: before each access to what is shared, and at
/// each lock. Between two points it must be deterministic: no clocks, random numbers, or threads of its own.
///
/// Loads read the last store in the order of the schedule: memory is sequentially consistent. A missing `.acquiring` or
/// `.releasing` is found nevertheless where it matters to plain memory: two accesses that no happens-before orders are
/// reported as a race when the code announces them, by ``ControlledThread/touch(_:)``. A fault that needs two atomics to
/// be seen in different orders by different threads is not found.
public struct ThreadExplorer: Sendable {
  /// Which schedules are run.
  public enum Extent: Hashable, Sendable {
    /// Every schedule with at most so many preemptions: switches away from a thread that could have gone on.
    ///
    /// Most faults need one or two, and the number of schedules grows with the number of points to the power of the bound
    /// only. The bound is that of CHESS: M. Musuvathi, S. Qadeer, *Iterative Context Bounding for Systematic Testing of
    /// Multithreaded Programs*, PLDI 2007.
    case preemptions(Int)
    /// Of schedules that differ only in the order of independent steps, one; without a bound on preemptions.
    ///
    /// Two steps of different threads depend on each other when they access the same object and one of them writes, take
    /// the same lock, or are events that are ordered (``EventOrder``). Code must announce all that threads share:
    /// otherwise orders that matter are not run. That is so for expectations, too; see ``ExploredLog``.
    case everyTrace
    /// Every schedule. Their number grows exponentially with the number of points.
    case everySchedule
  }

  /// Called around the body of each thread, for what the code under test has to find there.
  public typealias Surroundings = @Sendable (_ thread: ControlledThread, _ body: () -> Void) -> Void

  /// Which schedules are run.
  public var extent: Extent
  /// After so many schedules the rest is given up, and the result says so.
  public var scheduleLimit: Int
  /// A thread that reaches more points than this in one schedule goes on for ever.
  public var pointLimit: Int
  /// How often the body of an endless thread is run in one schedule, where preemptions have no bound.
  public var repetitions = 2
  /// How often a thread loads the same, unchanged, at one place before it counts as one that spins: then others go first.
  ///
  /// Orders in which it loads once more before others go on are not run. So the number must be larger than that of loads
  /// that code without a loop repeats at one place, such as in an accessor. ``ExplorationResult/restingPlaces`` has the
  /// places where that has happened.
  public var patience = 10
  /// Whether ``Extent/everyTrace`` counts the schedules that it stands for. That takes time for each trace.
  public var countsSchedules = false
  private let surroundings: Surroundings

  /// Creates an explorer of the schedules of the extent.
  ///
  /// - Parameters:
  ///   - extent: Which schedules are run.
  ///   - scheduleLimit: After so many schedules the rest is given up.
  ///   - pointLimit: A thread that reaches more points than this in one schedule goes on for ever.
  ///   - surroundings: Called around the body of each thread.
  public init(
    _ extent: Extent, scheduleLimit: Int = 10_000_000, pointLimit: Int = 20_000,
    surroundings: @escaping Surroundings = { _, body in body() }
  ) {
    self.extent = extent
    self.scheduleLimit = scheduleLimit
    self.pointLimit = pointLimit
    self.surroundings = surroundings
  }

  /// Creates an explorer of every schedule up to a bound on preemptions.
  public init(
    preemptions: Int = 3, scheduleLimit: Int = 10_000_000, pointLimit: Int = 20_000,
    surroundings: @escaping Surroundings = { _, body in body() }
  ) {
    self.init(
      .preemptions(preemptions), scheduleLimit: scheduleLimit, pointLimit: pointLimit, surroundings: surroundings)
  }

  /// Runs every schedule of the extent, and stops at the first that fails.
  ///
  /// When the environment variable `THREAD_SCHEDULE` has a schedule of this scenario, as a failure prints it, that one
  /// is run alone.
  public func explore(_ name: String, _ scenario: (Scene) -> Void) -> ExplorationResult {
    if let schedule = Schedule.fromEnvironment(for: name) { return replay(schedule, of: name, scenario) }
    let search: any Search =
      switch extent {
      case .preemptions(let bound): BoundedSearch(preemptions: bound)
      case .everySchedule: BoundedSearch(preemptions: nil)
      case .everyTrace: ReducedSearch()
      }
    return run(name, .extent(extent), choosing: search, scenario) { search.advance() }
  }

  /// Runs so many schedules in which each thread that could go on is as likely at each point.
  public func walk(
    _ name: String, schedules: Int, seed: UInt64, _ scenario: (Scene) -> Void
  ) -> ExplorationResult {
    if let schedule = Schedule.fromEnvironment(for: name) { return replay(schedule, of: name, scenario) }
    var remaining = schedules
    return run(name, .walk(seed: seed), choosing: RandomWalk(seed: seed), scenario) {
      remaining -= 1
      return remaining > 0
    }
  }

  /// Runs one schedule.
  public func replay(_ schedule: Schedule, of name: String, _ scenario: (Scene) -> Void) -> ExplorationResult {
    run(name, .replay, choosing: Replay(schedule), scenario) { false }
  }

  private func run(
    _ name: String, _ way: ExplorationResult.Way, choosing chooser: any Chooser, _ scenario: (Scene) -> Void,
    advance: () -> Bool
  ) -> ExplorationResult {
    var result = ExplorationResult(name: name, way: way)
    let workers = WorkerPool()
    let names = NameTable()
    let clock = ContinuousClock()
    let start = clock.now
    var isAnyoneStuck = false
    while true {
      let scene = Scene()
      scenario(scene)
      chooser.begin()
      let execution = Execution(
        bodies: scene.takeThreads(), chooser: chooser, workers: workers, names: names, limits: limits,
        surroundings: surroundings)
      let stuck = execution.run()
      isAnyoneStuck = execution.isStuck
      // What the scene has may wait for locks, as it goes, that a thread has which can never be told to go.
      if isAnyoneStuck { _ = unsafe Unmanaged.passRetained(scene) }
      let problem = stuck ?? chooser.end(execution) ?? scene.failure()
      result.add(execution, chooser, problem)
      if countsSchedules, let search = chooser as? ReducedSearch, !search.isRedundant {
        result.countedSchedules = (result.countedSchedules ?? 0) + search.countEquivalentSchedules()
      }
      guard problem == nil, advance() else { break }
      guard result.schedules + result.redundantSchedules < scheduleLimit else {
        result.isComplete = false
        break
      }
    }
    // Threads that a deadlock holds can never be told to go.
    if !isAnyoneStuck { workers.stop() }
    result.time = clock.now - start
    return result
  }

  private var limits: Execution.Limits {
    let isBounded = if case .preemptions = extent { true } else { false }
    return Execution.Limits(points: pointLimit, repetitions: isBounded ? nil : repetitions, patience: patience)
  }
}
