import Testing
import TidingsTasks

struct TransferProgressTests {
  @Test(
    arguments: [(0, 4, 0), (1, 4, 0.25), (4, 4, 1), (0, 0, 1), (5, 4, 1), (5, nil, nil)] as [(Int64, Int64?, Double?)])
  func `reports the completed fraction`(transferred: Int64, expected: Int64?, fraction: Double?) {
    let progress = TransferProgress(transferredBytes: transferred, expectedBytes: expected)
    #expect(progress.fractionCompleted == fraction)
  }
}
