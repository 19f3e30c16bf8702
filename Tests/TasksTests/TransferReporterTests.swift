import TestSupport
import Testing

@testable import TidingsTasks

@Suite(.timeLimit(.minutes(10)))
struct TransferReporterTests {
  private let reports = EventState<[Int64]>([])

  private func reporter() -> TransferReporter {
    let reporter = TransferReporter { [reports] progress in reports.change { $0.append(progress.transferredBytes) } }
    reporter.expect(100)
    return reporter
  }

  @Test func `reports the bytes before a stall`() async {
    let reporter = reporter()
    for byteCount in Int64(1)...40 { reporter.reach(byteCount) }
    await reports.wait(for: "the last byte before the stall") { $0.last == 40 }
    reporter.reach(41)
    await reports.wait(for: "the byte after it") { $0.last == 41 }
    withExtendedLifetime(reporter) {}
  }

  @Test func `reports nothing after the end`() async {
    let reporter = reporter()
    reporter.reach(40)
    let isOver = EventState(false)
    reporter.complete(Result<Void, TransferError>.failure(TransferError(.unacceptableStatus(503)))) {
      isOver.change { $0 = true }
    }
    await isOver.wait(for: "the end") { $0 }
    let count = reports.state.count
    let next = self.reporter()
    next.reach(50)
    // It is due later than the report of the first.
    await reports.wait(for: "the report of another transfer") { $0.last == 50 }
    withExtendedLifetime(next) {}
    #expect(reports.state == Array(reports.state.prefix(count)) + [0, 50])
  }
}
