import Testing
import TidingsCore

@Suite("The turn of a job in the concurrency pool")
struct PoolTurnTests {
  private let start = ContinuousClock.now

  @Test
  func `goes on until the job has been through what it had found`() {
    var turn = PoolTurn(waitingCount: 250, now: start)
    let answers = (0..<3).map { _ in turn.goesOn(after: 100, now: start) }
    #expect(answers == [true, true, false])
  }

  @Test
  func `ends after a few milliseconds, however much was found`() {
    var turn = PoolTurn(waitingCount: .max, now: start)
    let times = [PoolTurn.longest - .nanoseconds(1), PoolTurn.longest]
    let answers = times.map { turn.goesOn(after: 100, now: start + $0) }
    #expect(answers == [true, false])
  }
}
