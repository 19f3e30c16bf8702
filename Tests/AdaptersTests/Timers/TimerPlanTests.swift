import Testing

@testable import TidingsAdapters

@Suite("The times of a timer")
struct TimerPlanTests {
  private let repeating = TimerPlan(delay: .seconds(1), interval: .seconds(2))

  @Test func `do not overflow if they are too far away or too close together`() {
    let never = Duration(attoseconds: .max)
    let plan = TimerPlan(delay: never, interval: never)
    #expect(plan.wait(after: .seconds(5), delivered: 0) == never - .seconds(5))
    #expect(plan.count(after: .seconds(5)) == 0)
    let dense = TimerPlan(delay: .zero, interval: Duration(attoseconds: 1))
    #expect(dense.count(after: never) == .max)
  }
}
