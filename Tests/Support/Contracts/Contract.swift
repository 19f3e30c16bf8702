public import Testing
import TidingsCore
import TidingsTesting

/// A contract that the test kit does not check for its users, or does not check as thoroughly.
struct Contract: Sendable {
  let name: String
  let isConcurrent: Bool
  let applies: @Sendable (Subject) -> Bool
  let check: @Sendable (Subject) async throws -> Void

  init(
    _ name: String, isConcurrent: Bool = false, for applies: @escaping @Sendable (Subject) -> Bool = { _ in true },
    check: @escaping @Sendable (Subject) async throws -> Void
  ) {
    self.name = name
    self.isConcurrent = isConcurrent
    self.applies = applies
    self.check = check
  }

  static let all =
    deliveryContracts + endContracts + placeContracts + valueContracts + runContracts + concurrencyContracts
}

/// A contract and a subject for which it holds: a contract of the test kit, or one of the additional contracts.
public struct ContractCase: Sendable, CustomTestStringConvertible {
  let contract: String
  let subject: Subject
  /// Whether several threads publish at the same time.
  let isConcurrent: Bool
  private let test: @Sendable () async throws -> Void

  public var testDescription: String { "\(contract) — \(subject.name)" }

  /// Every contract with every subject to which it applies, or the share of these that is run.
  ///
  /// Contracts with several threads take most of the time. They test the engine, which all subjects share. So a larger
  /// share of the other contracts is run.
  public static func all(for subjects: [Subject]) -> [ContractCase] {
    let cases = subjects.flatMap { kitCases(for: $0) + additionalCases(for: $0) }
    return cases.filter { !$0.isConcurrent }.sized(inEach: \.subject.name, exponent: 0.6)
      + cases.filter(\.isConcurrent).sized(inEach: \.contract)
  }

  private static func additionalCases(for subject: Subject) -> [ContractCase] {
    Contract.all.filter { $0.applies(subject) }.map { contract in
      ContractCase(contract: contract.name, subject: subject, isConcurrent: contract.isConcurrent) {
        try await contract.check(subject)
      }
    }
  }

  private static func kitCases(for subject: Subject) -> [ContractCase] {
    let underTest = subject.underTest(in: .current)
    let contracts = TidingsTesting.Contract.publisherContracts + TidingsTesting.Contract.valueContracts
    return contracts.filter { $0.applies(underTest) && subject.promises($0) }.map { contract in
      ContractCase(
        contract: "\(contract.number) unless \(contract.breach)", subject: subject, isConcurrent: contract.isConcurrent
      ) {
        let scope = LiveScope.current
        await contract.check(on: { subject.underTest(in: scope) }, at: CallSite(#fileID, #filePath, #line, #column))
      }
    }
  }

  /// Checks the contract, and waits until all objects that were created for it are deallocated.
  public func check() async throws {
    try await LiveScope.expectingNoLeaks(test)
  }
}

extension Subject {
  /// The subject in the form that the test kit requires. Its objects are counted in the scope, even on other threads.
  fileprivate func underTest(in scope: LiveScope) -> PublisherSubject {
    let fixture = scope.bound(make)
    var underTest = PublisherSubject(
      attach: { receive, ended in scope.bound { fixture.publisher.attach(receive, ended: ended) } },
      send: { update in scope.bound { fixture.send(update) } }, end: { scope.bound(fixture.finish) },
      memory: memory.underTest, result: result, value: isReadable ? fixture.value : nil)
    underTest.isSourceFollowed = fixture.isSourceFollowed
    return underTest
  }

  /// Whether the subject satisfies a contract of the test kit. If not, an additional contract describes its behaviour.
  fileprivate func promises(_ contract: TidingsTesting.Contract<PublisherSubject>) -> Bool {
    switch contract.number {
    case .p6: !(mergesChanges && contract.isConcurrent)
    case .v5: !isShared && !isCold
    default: true
    }
  }
}

extension Subject.Memory {
  fileprivate var underTest: PublisherSubject.Memory {
    switch self {
    case .nothing: .nothing
    case .latest: .latest
    case .value(let initial): .value(initial)
    }
  }
}
