import TestSupport
import Testing

@Suite("The contracts hold for every operator, notifications and observed models")
struct ContractTests {
  @Test(
    .timeLimit(.minutes(10)),
    arguments: ContractCase.all(for: Subject.operators + Subject.notifications + Subject.observation))
  func contract(_ contractCase: ContractCase) async throws {
    try await contractCase.check()
  }
}
