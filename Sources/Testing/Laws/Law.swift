/// A promise, as something that can be tried on any subject it speaks of.
struct Law<Subject: Sendable>: Sendable {
  let number: LawNumber
  /// What has happened when it is broken.
  let breach: String
  /// Whether it drives the subject on several threads at the same time.
  let isConcurrent: Bool
  let applies: @Sendable (Subject) -> Bool
  let check: @Sendable (LawRig<Subject>) -> Void

  init(
    _ number: LawNumber, _ breach: String, isConcurrent: Bool = false,
    for applies: @escaping @Sendable (Subject) -> Bool = { _ in true },
    check: @escaping @Sendable (LawRig<Subject>) -> Void
  ) {
    self.number = number
    self.breach = breach
    self.isConcurrent = isConcurrent
    self.applies = applies
    self.check = check
  }
}

/// A subject, made for one trial of a law.
struct LawRig<Subject: Sendable>: Sendable {
  let subject: Subject
  let trial: LawTrial
  private let make: @Sendable () -> Subject

  init(in trial: LawTrial, _ make: @escaping @Sendable () -> Subject) {
    subject = trial.call("making the subject", make)
    self.trial = trial
    self.make = make
  }

  /// A rig for another round, with a subject of its own.
  var renewed: LawRig { LawRig(in: trial, make) }
}
