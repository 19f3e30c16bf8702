/// What came of running a scenario in many schedules.
public struct ExplorationResult: Sendable, CustomStringConvertible {
  public struct Failure: Sendable, CustomStringConvertible {
    let name: String
    public let message: String
    /// The how-manieth schedule it was.
    public let number: Int
    public let schedule: Schedule
    let steps: [Step]

    public var description: String {
      let account = steps.enumerated().map { "  \($0) \($1)" }.joined(separator: "\n")
      return """
        \(message)
        in schedule \(number); to run it alone, set THREAD_SCHEDULE='\(name): \(schedule)'
        \(account)
        """
    }
  }

  public let name: String
  /// Nil when nothing bounds them.
  public let preemptions: Int?
  public internal(set) var schedules = 0
  /// Points reached, in all schedules together.
  public internal(set) var points = 0
  public internal(set) var time = Duration.zero
  /// The seed of a random walk.
  public internal(set) var seed: UInt64?
  /// Whether nothing was given up for the limit of schedules.
  public internal(set) var isComplete = true
  public internal(set) var failure: Failure?

  public var description: String {
    var bound = preemptions.map { "up to \($0) preemptions" } ?? "one schedule"
    if let seed { bound = "random walk of seed \(seed)" }
    let given = isComplete ? "" : ", NOT ALL"
    let end = failure.map { "\nFAILED: \($0)" } ?? ""
    return "\(name): \(schedules) schedules\(given), \(points) points, \(time) (\(bound))\(end)"
  }
}
