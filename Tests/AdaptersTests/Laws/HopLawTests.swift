import TestSupport
import Testing

@Suite("Every contract holds behind every hop", .timeLimit(.minutes(10)))
struct HopLawTests {
  @Test(arguments: HopLawCase.all(for: HopSubject.all, from: Subject.hopSources))
  func law(_ lawCase: HopLawCase) async throws {
    try await lawCase.check()
  }
}
