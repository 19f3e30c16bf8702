public import Testing
import TidingsCore
import TidingsTesting

/// A contract that the test kit does not check for its users, or checks less thoroughly.
struct Law: Sendable {
  let name: String
  let applies: @Sendable (Subject) -> Bool
  let check: @Sendable (Subject) async throws -> Void

  init(
    _ name: String, for applies: @escaping @Sendable (Subject) -> Bool = { _ in true },
    check: @escaping @Sendable (Subject) async throws -> Void
  ) {
    self.name = name
    self.applies = applies
    self.check = check
  }

  static let all = deliveryLaws + endLaws + placeLaws + valueLaws + runLaws + concurrencyLaws
}

/// A contract and a subject for which it holds: a law of the test kit, or one of the additional laws.
public struct LawCase: Sendable, CustomTestStringConvertible {
  let law: String
  let subject: Subject
  /// Whether several threads publish at the same time.
  let isConcurrent: Bool
  private let test: @Sendable () async throws -> Void

  public var testDescription: String { "\(law) — \(subject.name)" }

  /// Every law with every subject for which it holds, or the share of these that is run.
  public static func all(for subjects: [Subject]) -> [LawCase] {
    (subjects.flatMap(kitCases) + subjects.flatMap(additionalCases)).sized
  }

  private static func additionalCases(for subject: Subject) -> [LawCase] {
    Law.all.filter { $0.applies(subject) }.map { law in
      let isConcurrent = Law.concurrencyLaws.contains { $0.name == law.name }
      return LawCase(law: law.name, subject: subject, isConcurrent: isConcurrent) { try await law.check(subject) }
    }
  }

  private static func kitCases(for subject: Subject) -> [LawCase] {
    let underTest = subject.underTest(in: .current)
    let laws = TidingsTesting.Law.publisherLaws + TidingsTesting.Law.valueLaws
    return laws.filter { $0.applies(underTest) && subject.promises($0) }.map { law in
      LawCase(law: "\(law.number) unless \(law.breach)", subject: subject, isConcurrent: law.isConcurrent) {
        let scope = LiveScope.current
        await law.check(on: { subject.underTest(in: scope) }, at: CallSite(#fileID, #filePath, #line, #column))
      }
    }
  }

  /// Checks the law, and waits until all objects that were made for it are deallocated.
  public func check() async throws {
    try await LiveScope.expectingNoLeaks(test)
  }
}

extension Subject {
  /// The subject as the test kit sees it. Its objects are counted in the scope, also on other threads.
  fileprivate func underTest(in scope: LiveScope) -> PublisherSubject {
    let rig = scope.bound(make)
    return PublisherSubject(
      attach: { receive in scope.bound { rig.publisher.attach(receive) } },
      send: { update in scope.bound { rig.send(update) } }, end: { scope.bound(rig.finish) },
      memory: memory.underTest, result: result, value: isReadable ? rig.value : nil)
  }

  /// Whether the subject keeps a law of the test kit. Where it does not, an additional law says what holds.
  fileprivate func promises(_ law: TidingsTesting.Law<PublisherSubject>) -> Bool {
    switch law.number {
    case .p6: !(mergesChanges && law.isConcurrent)
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
