import Testing
import TidingsTasks

struct TransferMeterTests {
  private let start = ContinuousClock.now

  private func meter(expecting byteCount: Int64?, from first: Int64 = 0) -> TransferMeter {
    var meter = TransferMeter(at: start)
    meter.reach(first, at: start)
    _ = meter.expect(byteCount, at: start)
    return meter
  }

  @Test func `reports at most once in an interval`() {
    var meter = meter(expecting: 1_000)
    let reports = (1...100).compactMap { meter.dueReport(of: Int64($0), at: start + .milliseconds($0 * 5)) }
    #expect(reports.map(\.transferredBytes) == [10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
  }

  @Test func `ends with the size even if it was not announced`() {
    var meter = meter(expecting: nil)
    #expect(meter.dueReport(of: 7, at: start + .milliseconds(1)) == nil)
    #expect(meter.finish(at: start + .milliseconds(2))?.fractionCompleted == 1)
    #expect(meter.finish(at: start + .milliseconds(3)) == nil)
  }

  @Test func `does not decrease to the size of a smaller file`() {
    var meter = meter(expecting: 100)
    let reports = [
      meter.dueReport(of: 60, at: start + .milliseconds(100)), meter.dueReport(of: 0, at: start + .milliseconds(200)),
      meter.expect(40, at: start + .milliseconds(200)), meter.dueReport(of: 40, at: start + .milliseconds(300)),
      meter.finish(at: start + .milliseconds(300)),
    ].compactMap(\.self)
    #expect(reports.map(\.transferredBytes) == [60, 60])
    #expect(reports.compactMap(\.fractionCompleted) == [0.6, 1])
  }

  @Test func `existing bytes do not count towards the speed`() {
    var meter = meter(expecting: 10_000, from: 5_000)
    #expect(meter.dueReport(of: 5_100, at: start + .milliseconds(100))?.bytesPerSecond == 1_000)
  }

  @Test func `returning to earlier bytes after another body changes neither bytes nor speed`() {
    var meter = meter(expecting: 10_000, from: 5_000)
    #expect(meter.dueReport(of: 26, at: start + .milliseconds(100)) == nil)
    meter.reach(5_000, areOld: true, at: start + .milliseconds(200))
    #expect(meter.dueReport(of: 5_100, at: start + .milliseconds(300))?.bytesPerSecond == 1_000)
  }

  @Test func `keeps a steady speed`() {
    var meter = meter(expecting: nil)
    let speeds = (1...40).compactMap {
      meter.dueReport(of: Int64($0) * 100, at: start + .milliseconds($0 * 100))?.bytesPerSecond
    }
    #expect(speeds.count == 40)
    #expect(speeds.allSatisfy { abs($0 - 1_000) < 0.001 })
  }

  @Test func `follows a change of speed in a few seconds`() throws {
    var meter = meter(expecting: nil)
    _ = meter.dueReport(of: 1_000, at: start + .seconds(1))
    let speeds = (11...50).compactMap {
      meter.dueReport(of: 1_000 + Int64($0 - 10) * 10, at: start + .milliseconds($0 * 100))?.bytesPerSecond
    }
    try #require(speeds.count == 40)
    #expect((800..<1_000).contains(speeds[0]))
    #expect((100..<140).contains(speeds[39]))
  }

  @Test func `ignores a short last interval for the speed`() {
    var meter = meter(expecting: 200)
    _ = meter.dueReport(of: 100, at: start + .milliseconds(100))
    let last = meter.dueReport(of: 200, at: start + .microseconds(100_001))
    #expect(last?.bytesPerSecond == 1_000)
  }
}

extension TransferMeter {
  fileprivate mutating func dueReport(of byteCount: Int64, at now: ContinuousClock.Instant) -> TransferProgress? {
    reach(byteCount, at: now)
    guard let dueTime, dueTime <= now else { return nil }
    return reportBytes(at: now)
  }
}
