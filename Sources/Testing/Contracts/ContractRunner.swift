import TidingsCore

/// Asks contracts of a subject, one after the other, and fails the test for each that is broken.
struct ContractRunner<Subject: Sendable>: Sendable {
  let host = TestHost.current
  let site: CallSite
  let contracts: [Contract<Subject>]
  let make: @Sendable () -> Subject

  func run() async {
    let limit = ContractLimit.current
    var trials: [ContractTrial] = []
    var unfinished: [ContractTrial] = []
    for contract in contracts {
      let trial = ContractTrial(contract.number, contract.breach)
      trials.append(trial)
      trial.start { [make] in
        let fixture = ContractFixture(in: trial, make)
        if contract.applies(fixture.subject) { contract.check(fixture) }
      }
      // One that is blocked does not keep the next from being asked.
      if await !trial.finishes(within: min(limit, ContractLimit.patience)) { unfinished.append(trial) }
    }
    await withTaskGroup(of: Void.self) { group in
      for trial in unfinished { group.addTask { _ = await trial.finishes(within: limit) } }
    }
    report(trials.map { $0.outcome(after: limit) }, after: limit)
    for trial in trials { trial.abandon() }
  }

  /// Reports one failure for each breach, and one for all calls that have not returned.
  ///
  /// Most contracts make calls during a delivery.
  private func report(_ outcomes: [ContractOutcome], after limit: Duration) {
    for case .broken(let failure) in outcomes { host.fail(failure, at: site) }
    let blocked = outcomes.compactMap { if case .blocked(let call) = $0 { call } else { nil } }
    guard !blocked.isEmpty else { return }
    host.fail(
      """
      \(ContractNumber.p7): a call did not return within \(limit) in which the process could run
      \(blocked.joined(separator: "\n"))
      """, at: site)
  }
}

/// The time limit of a contract, in time in which the process could run.
package enum ContractLimit {
  static let patience = Duration.milliseconds(250)

  /// Shorter in tests of the contracts, whose subjects block for good.
  @TaskLocal package static var current = Duration.seconds(60)
}
