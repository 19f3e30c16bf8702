import TestSupport
import Testing

@Suite("The contracts hold for every operator")
struct ContractTests {
  @Test(.timeLimit(.minutes(10)), arguments: ContractCase.all(for: Subject.operators))
  func contract(_ contractCase: ContractCase) async throws {
    try await contractCase.check()
  }
}
