import Testing

@testable import TidingsAdapters

@Suite("The times of a timer")
struct TimerPlanTests {
  private let repeating = TimerPlan(delay: .seconds(1), interval: .seconds(2))

  @Test(arguments: [(0.0, 0), (0.9, 0), (1, 1), (2.9, 1), (3, 2), (4, 2), (100, 50)])
  func `are counted from the first one`(seconds: Double, count: Int) {
    #expect(repeating.count(after: .seconds(seconds)) == count)
  }

  @Test(arguments: [(0.0, 0, 1.0), (0.5, 0, 0.5), (1, 1, 2), (1.5, 1, 1.5), (3.75, 2, 1.25)])
  func `are calculated from the start, so that a late one does not delay the next`(
    seconds: Double, delivered: Int, wait: Double
  ) {
    #expect(repeating.wait(after: .seconds(seconds), delivered: delivered) == .seconds(wait))
  }

  @Test func `that have passed without an update are due immediately`() {
    #expect(repeating.wait(after: .seconds(3), delivered: 1) == .zero)
    #expect(repeating.wait(after: .seconds(30), delivered: 0) == .zero)
  }

  @Test func `end after one without an interval`() {
    let plan = TimerPlan(delay: .seconds(1))
    #expect(plan.wait(after: .zero, delivered: 0) == .seconds(1))
    #expect(plan.count(after: .seconds(100)) == 1)
    #expect(plan.wait(after: .seconds(1), delivered: 1) == nil)
  }

  @Test func `begin immediately with a delay of zero or less`() {
    let plan = TimerPlan(delay: .seconds(-5), interval: .seconds(2))
    #expect(plan.count(after: .zero) == 1)
    #expect(plan.wait(after: .zero, delivered: 0) == .zero)
    #expect(plan.wait(after: .zero, delivered: 1) == .seconds(2))
  }

  @Test func `do not overflow if they are too far away or too close together`() {
    let never = Duration(attoseconds: .max)
    let plan = TimerPlan(delay: never, interval: never)
    #expect(plan.wait(after: .seconds(5), delivered: 0) == never - .seconds(5))
    #expect(plan.count(after: .seconds(5)) == 0)
    let dense = TimerPlan(delay: .zero, interval: Duration(attoseconds: 1))
    #expect(dense.count(after: never) == .max)
  }
}
