import Testing
import TidingsTasks

struct IdleWatchTests {
  private let start = ContinuousClock.now
  private var now: ContinuousClock.Instant
  private var watch: IdleWatch

  init() {
    now = start
    watch = IdleWatch(limit: .seconds(60), from: start)
  }

  /// Looks until the limit is over, each time so much later than it should.
  private mutating func wait(since lastActivity: ContinuousClock.Instant, late: Duration = .zero) -> [Duration] {
    var pauses: [Duration] = []
    while let pause = watch.look(at: now, lastActivity: lastActivity) {
      pauses.append(pause)
      now += pause + late
    }
    return pauses
  }

  @Test mutating func `gives the server its limit`() {
    #expect(wait(since: start) == Array(repeating: .seconds(6), count: 10))
    #expect(now == start + .seconds(60))
  }

  @Test mutating func `counts from the last activity`() {
    _ = watch.look(at: now, lastActivity: start)
    let activity = start + .seconds(5)
    now += .seconds(6)
    _ = wait(since: activity)
    #expect(now == activity + .seconds(60))
  }

  @Test mutating func `does not count the time before it could look`() {
    now += .seconds(3_600)
    _ = wait(since: start)
    #expect(now == start + .seconds(3_660))
  }

  @Test mutating func `does not count a sleep of the machine`() {
    for _ in 1...3 { now += watch.look(at: now, lastActivity: start)! }
    now += .seconds(3_600)
    _ = wait(since: start)
    #expect(now == start + .seconds(3_660))
  }

  @Test mutating func `does not count how late it looks`() {
    let pauses = wait(since: start, late: .seconds(100))
    #expect(pauses.reduce(.zero, +) == .seconds(60))
    #expect(pauses.count == 10)
  }

  @Test mutating func `counts no more than was asked for after an activity`() {
    _ = watch.look(at: now, lastActivity: start)
    let activity = start + .seconds(5)
    now += .seconds(3_600)
    _ = wait(since: activity)
    #expect(now == start + .seconds(3_654))
  }

  @Test(arguments: [Duration.seconds(1_000_000_000), .seconds(Int64.max)])
  mutating func `takes any limit`(limit: Duration) {
    watch = IdleWatch(limit: limit, from: start)
    let pause = watch.look(at: start, lastActivity: start)
    #expect(pause.map { $0 > .seconds(86_400) } == true)
  }

  @Test mutating func `comes to an end with a limit too short for parts`() {
    watch = IdleWatch(limit: Duration(secondsComponent: 0, attosecondsComponent: 5), from: start)
    #expect(wait(since: start).count == 1)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  mutating func `has no patience without a limit`(limit: Duration) {
    watch = IdleWatch(limit: limit, from: start)
    let pause = watch.look(at: start, lastActivity: start)
    #expect(pause == nil)
  }
}
