import TestSupport
import Testing

@Suite("Every contract holds behind every hop", .timeLimit(.minutes(10)))
struct HopContractTests {
  @Test(arguments: HopContractCase.all(for: HopSubject.all, from: Subject.hopSources))
  func contract(_ contractCase: HopContractCase) async throws {
    try await contractCase.check()
  }
}
