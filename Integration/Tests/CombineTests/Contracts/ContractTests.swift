@testable import TestSupport
import Testing

@Suite("The contracts hold for the bridge to Combine")
struct ContractTests {
  @Test(.timeLimit(.minutes(10)), arguments: ContractCase.all(for: Subject.throughCombine))
  func `also there and back`(_ contractCase: ContractCase) async throws {
    try await contractCase.check()
  }

  /// A subject holds a lock of its own for each subscriber while it calls it, so a thread that sends waits for another
  /// one that is sending, inside Combine. If several threads set a `CurrentValueSubject`, an update may have a newer value
  /// than the sent one, which is then not delivered again. So P11 and the contracts with several threads cannot hold.
  /// `CombineToBroadcasterTests` and `CombineToValueTests` check the remaining guarantees.
  @Test(
    .timeLimit(.minutes(10)),
    arguments: ContractCase.all(for: Subject.combineSubjects).filter { !isImpossible($0) })
  func `as far as a subject of Combine lets them`(_ contractCase: ContractCase) async throws {
    try await contractCase.check()
  }

  private static func isImpossible(_ contractCase: ContractCase) -> Bool {
    contractCase.isConcurrent || contractCase.contract.hasPrefix("P11")
  }
}
