/// A contract, as a check that can be applied to any subject for which it holds.
package struct Contract<Subject: Sendable>: Sendable {
  package let number: ContractNumber
  /// The description of a breach.
  package let breach: String
  /// Whether it drives the subject on several threads at the same time.
  package let isConcurrent: Bool
  package let applies: @Sendable (Subject) -> Bool
  let check: @Sendable (ContractFixture<Subject>) -> Void

  init(
    _ number: ContractNumber, _ breach: String, isConcurrent: Bool = false,
    for applies: @escaping @Sendable (Subject) -> Bool = { _ in true },
    check: @escaping @Sendable (ContractFixture<Subject>) -> Void
  ) {
    self.number = number
    self.breach = breach
    self.isConcurrent = isConcurrent
    self.applies = applies
    self.check = check
  }

  /// Applies this contract to a subject, for the tests of this package.
  package func check(on make: @escaping @Sendable () -> Subject, at site: CallSite) async {
    await ContractRunner(site: site, contracts: [self], make: make).run()
  }
}

/// A subject, made for one trial of a contract.
struct ContractFixture<Subject: Sendable>: Sendable {
  let subject: Subject
  let trial: ContractTrial
  private let make: @Sendable () -> Subject

  init(in trial: ContractTrial, _ make: @escaping @Sendable () -> Subject) {
    subject = trial.call("making the subject", make)
    self.trial = trial
    self.make = make
  }

  /// A fixture for another round, with a new subject.
  var renewed: ContractFixture { ContractFixture(in: trial, make) }
}
