import AsyncHTTPClientTransport
import TestSupport
import Testing

/// The fault matrix of the package, played by AsyncHTTPClient.
@Suite(.timeLimit(.minutes(30)))
struct ClientMatrixTests {
  @Test func `every fault has its outcome`() async throws {
    let played = try await AsyncHTTPClientTransport().play(MatrixCase.all)
    for finding in played.findings { Issue.record(Comment(rawValue: finding)) }
    #expect(played.lostCount == 0)
  }
}
