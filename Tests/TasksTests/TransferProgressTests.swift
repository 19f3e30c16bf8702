import Testing
import TidingsTasks

struct TransferProgressTests {
  @Test func `has no fraction without a size`() {
    #expect(TransferProgress(transferredBytes: 5).fractionCompleted == nil)
  }

  @Test(arguments: [(0, 4, 0.0), (1, 4, 0.25), (4, 4, 1), (0, 0, 1), (5, 4, 1)])
  func `has the fraction of the whole`(transferred: Int64, expected: Int64, fraction: Double) {
    let progress = TransferProgress(transferredBytes: transferred, expectedBytes: expected)
    #expect(progress.fractionCompleted == fraction)
  }
}
