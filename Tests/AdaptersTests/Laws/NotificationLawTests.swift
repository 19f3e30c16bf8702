import TestSupport
import Testing

@Suite("The contracts hold for notifications")
struct NotificationLawTests {
  @Test(.timeLimit(.minutes(10)), arguments: LawCase.all(for: Subject.notifications))
  func law(_ lawCase: LawCase) async throws {
    try await lawCase.check()
  }
}
