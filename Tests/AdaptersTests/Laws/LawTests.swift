import TestSupport
import Testing

@Suite("The contracts hold for every operator")
struct LawTests {
  @Test(.timeLimit(.minutes(10)), arguments: LawCase.all(for: Subject.operators))
  func law(_ lawCase: LawCase) async throws {
    try await lawCase.check()
  }
}
