import Testing

import TidingsTasks

struct TransferMeterTests {
  private let start = ContinuousClock.now

  @Test func reportsNoMoreThanOneChunkInAnInterval() {
    var meter = TransferMeter(expectedBytes: 1_000, at: start)
    let reports = (1...100).compactMap { meter.count(1, at: start + .milliseconds($0 * 5)) }
    #expect(reports.map(\.transferredBytes) == [10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
  }

  @Test func reportsTheLastExpectedByteAtOnce() {
    var meter = TransferMeter(expectedBytes: 10, at: start)
    #expect(meter.count(9, at: start + .milliseconds(1)) == nil)
    #expect(meter.count(1, at: start + .milliseconds(2))?.fractionCompleted == 1)
  }

  @Test func measuresBytesPerSecond() {
    var meter = TransferMeter(expectedBytes: nil, at: start)
    let report = meter.count(500, at: start + .milliseconds(250))
    #expect(report?.bytesPerSecond == 2_000)
  }

  @Test func keepsASteadySpeed() {
    var meter = TransferMeter(expectedBytes: nil, at: start)
    let speeds = (1...40).compactMap { meter.count(100, at: start + .milliseconds($0 * 100))?.bytesPerSecond }
    #expect(speeds.count == 40)
    #expect(speeds.allSatisfy { abs($0 - 1_000) < 0.001 })
  }

  @Test func followsAChangeOfSpeedInAFewSeconds() throws {
    var meter = TransferMeter(expectedBytes: nil, at: start)
    _ = meter.count(1_000, at: start + .seconds(1))
    let speeds = (11...50).compactMap { meter.count(10, at: start + .milliseconds($0 * 100))?.bytesPerSecond }
    try #require(speeds.count == 40)
    #expect((800..<1_000).contains(speeds[0]))
    #expect((100..<140).contains(speeds[39]))
  }

  @Test func takesNoSpeedFromABriefLastInterval() {
    var meter = TransferMeter(expectedBytes: 200, at: start)
    _ = meter.count(100, at: start + .milliseconds(100))
    let last = meter.count(100, at: start + .microseconds(100_001))
    #expect(last?.bytesPerSecond == 1_000)
  }
}
