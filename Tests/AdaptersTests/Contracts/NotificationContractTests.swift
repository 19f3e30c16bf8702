import TestSupport
import Testing

@Suite("The contracts hold for notifications")
struct NotificationContractTests {
  @Test(.timeLimit(.minutes(10)), arguments: ContractCase.all(for: Subject.notifications))
  func contract(_ contractCase: ContractCase) async throws {
    try await contractCase.check()
  }
}
