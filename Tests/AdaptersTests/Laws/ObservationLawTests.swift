import TestSupport
import Testing

@Suite("The contracts hold for observed models")
struct ObservationLawTests {
  @Test(.timeLimit(.minutes(10)), arguments: LawCase.all(for: Subject.observation))
  func law(_ lawCase: LawCase) async throws {
    try await lawCase.check()
  }
}
