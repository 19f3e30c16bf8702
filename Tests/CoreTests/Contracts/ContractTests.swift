import TestSupport
import Testing

@Suite("The contracts hold for every family and every way to construct one")
struct ContractTests {
  @Test(.timeLimit(.minutes(10)), arguments: ContractCase.all(for: Subject.core))
  func contract(_ contractCase: ContractCase) async throws {
    try await contractCase.check()
  }
}
