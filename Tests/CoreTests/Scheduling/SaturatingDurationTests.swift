import Testing
import TidingsCore

@Suite("A saturating sum of durations")
struct SaturatingDurationTests {
  @Test func `is the sum, or the longest or shortest duration if that would overflow`() {
    #expect(Duration.seconds(1).saturatingAdding(.seconds(-2)) == .seconds(-1))
    #expect(Duration.longest.saturatingAdding(.seconds(1)) == .longest)
    #expect(Duration.longest.saturatingAdding(.seconds(-1)) < .longest)
    #expect(Duration(attoseconds: .min).saturatingAdding(.seconds(-1)) == Duration(attoseconds: .min))
  }
}
