import TestSupport
import Testing
import Tidings

@Suite("Backoff")
struct BackoffTests {
  private let never = Duration(attoseconds: .max)

  private func delays(_ backoff: Backoff, _ count: Int = 5, seed: UInt64 = SplitMix64.seed) -> [Duration] {
    var generator = SplitMix64(seed: seed)
    return (1...count).map { backoff.delay(beforeRetry: $0, using: &generator) }
  }

  @Test func `that is constant does not change`() {
    #expect(delays(.constant(.seconds(3))) == [3, 3, 3, 3, 3].map(Duration.seconds))
  }

  @Test func `that is exponential increases by its factor up to its maximum`() {
    #expect(
      delays(.exponential(initial: .milliseconds(100))) == [100, 200, 400, 800, 1_600].map(Duration.milliseconds))
    #expect(
      delays(.exponential(initial: .seconds(1), factor: 3, maximum: .seconds(10)))
        == [1, 3, 9, 10, 10].map(Duration.seconds))
    #expect(delays(.exponential(initial: .seconds(2), factor: 1)) == [2, 2, 2, 2, 2].map(Duration.seconds))
  }

  @Test(arguments: [100, 10_000, Int.max])
  func `does not overflow with many retries`(number: Int) {
    var generator = SplitMix64(seed: 1)
    let exponential = Backoff.exponential(initial: .seconds(1))
    #expect(exponential.delay(beforeRetry: number, using: &generator) == never)
    let bounded = Backoff.exponential(initial: .seconds(1), factor: 1.5, maximum: .seconds(60))
    #expect(bounded.delay(beforeRetry: number, using: &generator) == .seconds(60))
    let jittered = exponential.jittered(.equal)
    #expect(jittered.delay(beforeRetry: number, using: &generator) <= never)
  }

  @Test(arguments: [0, -1])
  func `of zero or less does not wait`(seconds: Int) {
    for backoff in [
      Backoff.constant(.seconds(seconds)), .exponential(initial: .seconds(seconds)),
      .exponential(initial: .seconds(5), maximum: .seconds(seconds)),
    ] {
      #expect(delays(backoff, 2_000) == Array(repeating: .zero, count: 2_000))
      #expect(delays(backoff.jittered(.full), 10) == Array(repeating: .zero, count: 10))
    }
  }

  @Test(arguments: [
    (Backoff.Jitter.none, 10.0...10.0), (.full, 0...10), (.equal, 5...10),
  ])
  func `with jitter stays within its bounds, and covers almost all of their range`(
    _ jitter: Backoff.Jitter, bounds: ClosedRange<Double>
  ) throws {
    let range = Duration.seconds(bounds.lowerBound)...Duration.seconds(bounds.upperBound)
    let delays = delays(Backoff.constant(.seconds(10)).jittered(jitter), 2_000)
    #expect(delays.allSatisfy { range.contains($0) })
    let (least, most) = (try #require(delays.min()), try #require(delays.max()))
    #expect(most - least >= (range.upperBound - range.lowerBound) * 0.95)
  }

  @Test func `with jitter is determined by its generator`() {
    let backoff = Backoff.exponential(initial: .seconds(1)).jittered(.full)
    #expect(delays(backoff, seed: 1) == delays(backoff, seed: 1))
    #expect(delays(backoff, seed: 1) != delays(backoff, seed: 2))
  }

  @Test func `can be compared`() {
    #expect(Backoff.constant(.seconds(1)) == .constant(.seconds(1)))
    #expect(Backoff.constant(.seconds(1)) != .constant(.seconds(1)).jittered(.full))
  }
}
