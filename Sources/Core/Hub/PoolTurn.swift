/// How much a job in the concurrency pool delivers before it goes behind the other jobs.
///
/// A job goes through what it has found, as far as that takes only moments. With a fixed number of updates a publisher behind
/// two others that are as busy would get as much time as each of them, though it has the updates of both to deliver.
@usableFromInline
package struct PoolTurn: Sendable {
  package static let longest = Duration.milliseconds(5)

  private let end: ContinuousClock.Instant
  private var waitingCount: Int

  /// - Parameter waitingCount: How many updates the job has found.
  @usableFromInline
  package init(waitingCount: Int, now: ContinuousClock.Instant = .now) {
    self.waitingCount = waitingCount
    end = now + Self.longest
  }

  /// Whether the job goes on after so many updates more.
  @usableFromInline
  package mutating func goesOn(after count: Int, now: ContinuousClock.Instant = .now) -> Bool {
    waitingCount -= count
    return waitingCount > 0 && now < end
  }
}
