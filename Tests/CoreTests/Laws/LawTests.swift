import TestSupport
import Testing

@Suite("The contracts hold for every family and every way to construct one")
struct LawTests {
  @Test(.timeLimit(.minutes(10)), arguments: LawCase.all(for: Subject.core))
  func law(_ lawCase: LawCase) async throws {
    try await lawCase.check()
  }
}
