/// The outcome of running a scenario in many schedules.
public struct ExplorationResult: Sendable, CustomStringConvertible {
  /// A schedule that failed, and what went wrong.
  public struct Failure: Sendable, CustomStringConvertible {
    let name: String
    /// Says what went wrong, without the schedule.
    public let message: String
    /// The number of the schedule; the first one has 1.
    public let number: Int
    /// The schedule that failed; it can be run again.
    public let schedule: Schedule
    /// The steps of the threads, one line each.
    public let story: String

    /// The message, how to run the schedule alone, and its story.
    public var description: String {
      """
      \(message)
      in schedule \(number); to run it alone, set THREAD_SCHEDULE='\(name): \(schedule)'
      \(story)
      """
    }
  }

  enum Way: Sendable {
    case extent(ThreadExplorer.Extent)
    case walk(seed: UInt64)
    case replay
  }

  /// The name of the scenario.
  public let name: String
  let way: Way
  /// The number of schedules that were run.
  public internal(set) var schedules = 0
  /// Schedules in which a reduced search noticed only on the way that another had been the same.
  public internal(set) var redundantSchedules = 0
  /// How many schedules there are of which every trace was run, when they were counted.
  public internal(set) var countedSchedules: Double?
  /// Points reached, in all schedules together.
  public internal(set) var points = 0
  /// The most points that one schedule has reached.
  public internal(set) var mostPoints = 0
  /// The most steps of its own that a thread has taken in a call, by the name that ``ControlledThread/counting(_:atMost:_:)``
  /// was given.
  public internal(set) var mostSteps: [String: Int] = [:]
  /// Which places of the source were reached, and at which a thread stood back.
  public internal(set) var coverage = Coverage()
  /// Where threads loaded the same so often that others went first: each should be a loop that waits for others.
  public internal(set) var restingPlaces: Set<SourcePlace> = []
  /// How long the exploration took.
  public internal(set) var time = Duration.zero
  /// Whether nothing was given up for the limit of schedules.
  public internal(set) var isComplete = true
  /// The schedule that failed, if one did.
  public internal(set) var failure: Failure?

  init(name: String, way: Way) {
    self.name = name
    self.way = way
  }

  mutating func add(_ execution: Execution, _ chooser: any Chooser, _ problem: String?) {
    if let search = chooser as? ReducedSearch, search.isRedundant, problem == nil {
      redundantSchedules += 1
    } else {
      schedules += 1
    }
    points += execution.steps.count
    mostPoints = max(mostPoints, execution.steps.count)
    mostSteps.merge(execution.mostSteps, uniquingKeysWith: max)
    coverage.add(execution)
    restingPlaces.formUnion(execution.restingPlaces)
    guard let problem else { return }
    failure = Failure(
      name: name, message: problem, number: schedules + redundantSchedules, schedule: execution.schedule,
      story: Story(of: execution).text)
  }

  /// One line with the counts, and the failure if there is one.
  public var description: String {
    let given = isComplete ? "" : ", NOT ALL"
    let redundant = redundantSchedules == 0 ? "" : " and \(redundantSchedules) redundant ones"
    let counted = countedSchedules.map { " for \(Self.approximately($0))" } ?? ""
    let end = failure.map { "\nFAILED: \($0)" } ?? ""
    return "\(name): \(schedules) schedules\(counted)\(redundant)\(given), \(points) points, \(time) (\(way))\(end)"
  }

  private static func approximately(_ count: Double) -> String {
    count < 1e15 ? "\(Int(count))" : "\(count)"
  }
}

extension ExplorationResult.Way: CustomStringConvertible {
  var description: String {
    switch self {
    case .extent(.preemptions(let bound)): "up to \(bound) preemptions"
    case .extent(.everyTrace): "one for each trace"
    case .extent(.everySchedule): "every schedule"
    case .walk(let seed): "random walk of seed \(seed)"
    case .replay: "one schedule"
    }
  }
}
