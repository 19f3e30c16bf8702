public import Testing

/// A contract, as something that can be tried on any publisher it speaks of.
public struct Law: Sendable, CustomTestStringConvertible {
  public let name: String
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

  public var testDescription: String { name }

  public static let all = publisherLaws + deliveryLaws + endLaws + placeLaws + valueLaws + runLaws + concurrencyLaws
}

/// A law and a subject that it applies to.
public struct LawCase: Sendable, CustomTestStringConvertible {
  let law: Law
  let subject: Subject

  public var testDescription: String { "\(law.name) — \(subject.name)" }

  /// Every law with every subject it applies to, or the share of these that is run.
  public static func all(for subjects: [Subject]) -> [LawCase] {
    Law.all.flatMap { law in subjects.filter(law.applies).map { LawCase(law: law, subject: $0) } }.sized
  }

  /// Tries the law, and waits until everything made on the way is gone.
  public func check() async throws {
    try await LiveScope.expectingNoLeaks { try await law.check(subject) }
  }
}
