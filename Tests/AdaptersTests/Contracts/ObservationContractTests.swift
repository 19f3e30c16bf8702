import TestSupport
import Testing

@Suite("The contracts hold for observed models")
struct ObservationContractTests {
  @Test(.timeLimit(.minutes(10)), arguments: ContractCase.all(for: Subject.observation))
  func contract(_ contractCase: ContractCase) async throws {
    try await contractCase.check()
  }
}
