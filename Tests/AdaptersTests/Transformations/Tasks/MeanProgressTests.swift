import Testing

@testable import TidingsAdapters

@Suite("The mean progress of tasks")
struct MeanProgressTests {
  @Test func `clamps values to 0 and 1, and ignores not-a-number`() {
    var progress = MeanProgress(of: 2)
    #expect(progress.advance(0, to: -3) == 0)
    #expect(progress.advance(0, to: .infinity) == 0.5)
    #expect(progress.advance(1, to: .nan) == nil)
    #expect(progress.advance(1, to: 1.5) == 1)
  }

  @Test func `reports no progress below the last one, and continues from there`() {
    var progress = MeanProgress(of: 2)
    #expect(progress.advance(0, to: 0.5) == 0.25)
    #expect(progress.advance(0, to: 0) == nil)
    #expect(progress.advance(1, to: 0.25) == nil)
    #expect(progress.advance(1, to: 0.75) == 0.375)
  }

  @Test func `is exactly 1 when all tasks are complete`() {
    var progress = MeanProgress(of: 7)
    var last: Double?
    for index in 0..<7 {
      for step in 1...10 { last = progress.advance(index, to: Double(step) / 10) ?? last }
    }
    #expect(last == 1)
  }
}
