import Testing

@testable import TidingsAdapters

@Suite("Weighted progress")
struct WeightedProgressTests {
  @Test func `is the mean of all fractions, each with its weight`() {
    var progress = WeightedProgress(weights: [1, 3])
    #expect(progress.advance(0, to: 1) == 0.25)
    #expect(progress.advance(1, to: 0.5) == 0.625)
    #expect(progress.advance(1, to: 1) == 1)
  }

  @Test func `clamps values to 0 and 1, and ignores not-a-number`() {
    var progress = WeightedProgress(weights: [1, 1])
    #expect(progress.advance(0, to: -3) == 0)
    #expect(progress.advance(0, to: .infinity) == 0.5)
    #expect(progress.advance(1, to: .nan) == nil)
    #expect(progress.advance(1, to: 1.5) == 1)
  }

  @Test func `reports no progress below the last one, and continues from there`() {
    var progress = WeightedProgress(weights: [1, 1])
    #expect(progress.advance(0, to: 0.5) == 0.25)
    #expect(progress.advance(0, to: 0) == nil)
    #expect(progress.advance(1, to: 0.25) == nil)
    #expect(progress.advance(1, to: 0.75) == 0.375)
  }

  @Test func `is exactly 1 when all tasks are complete`() {
    var progress = WeightedProgress(weights: Array(repeating: 1, count: 7))
    var last: Double?
    for index in 0..<7 {
      for step in 1...10 { last = progress.advance(index, to: Double(step) / 10) ?? last }
    }
    #expect(last == 1)
  }
}
