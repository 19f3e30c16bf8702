import AsyncHTTPClientTransport
import TestSupport
import Testing

/// The fault matrix of the package, run with AsyncHTTPClient.
@Suite(.timeLimit(.minutes(30)))
struct ClientMatrixTests {
  @Test func `every fault has its outcome`() async throws {
    let total = try await AsyncHTTPClientTransport().run(MatrixCase.all)
    for finding in total.findings { Issue.record(Comment(rawValue: finding)) }
    #expect(total.lostCount == 0)
  }
}
