import Fetching
import Testing
import Tidings

struct TotalLineTests {
  private let finished = ProgressLine.State.finished(byteCount: 5)

  private func line(
    _ transferred: Int64, of expected: Int64?, fraction: Double, speed: Double = 0,
    states: [ProgressLine.State] = [.waiting, .waiting]
  ) -> TotalLine {
    var progress = DownloaderProgress()
    progress.transferredBytes = transferred
    progress.expectedBytes = expected
    progress.fractionCompleted = fraction
    progress.bytesPerSecond = speed
    return TotalLine(progress: progress, lines: states.map { ProgressLine(name: "file", state: $0) })
  }

  @Test func `shows a bar as wide as the names, and the received bytes`() {
    #expect(
      line(7 << 20, of: 14 << 20, fraction: 0.5, speed: 0x1p22, states: [.waiting, finished]).text(columns: 80)
        == "[#########---------]  50 %  7.0 MiB of 14.0 MiB  4.0 MiB/s  1 of 2 done")
  }

  @Test func `shows no total size if it is unknown`() {
    #expect(
      line(7 << 20, of: nil, fraction: 0).text(columns: 80) == "[------------------]  0 %  7.0 MiB  0 B/s  0 of 2 done")
  }

  @Test func `shows hundred percent only when all are complete`() {
    #expect(
      line(999, of: 1000, fraction: 0.999).text(columns: 80).hasPrefix("[#################-]  99 %  999 B of 1000 B"))
  }

  @Test func `reports failures, and lists all files`() {
    #expect(
      line(2, of: 2, fraction: 1, states: [finished, .failed("no"), finished]).text(columns: 80)
        == "[##################]  100 %  10 B  2 of 3 done, 1 failed")
  }

  @Test func `is no wider than the terminal`() {
    #expect(line(0, of: nil, fraction: 0).text(columns: 10) == "[---------")
  }
}
