import Testing
import TestSupport
import TidingsTesting

/// A subject that is wrong in one way, and what the contracts must say of it.
struct WrongSubject<Fault: Sendable>: Sendable, CustomTestStringConvertible {
  let fault: Fault
  /// A headline that must be there.
  let breach: String
  /// The contracts that the fault also breaks.
  let others: Set<ContractNumber>

  init(_ fault: Fault, _ breach: String, and others: ContractNumber...) {
    self.fault = fault
    self.breach = breach
    self.others = Set(others)
  }

  var testDescription: String { "\(fault)" }

  /// Expects the breach, and no other than those that follow from the fault.
  func expect(in failures: [Failure], sourceLocation: SourceLocation = #_sourceLocation) {
    let headlines = failures.map(\.headline)
    #expect(headlines.contains(breach), "\(failures.map(\.message))", sourceLocation: sourceLocation)
    let expected = others.map(\.description) + [String(breach.prefix { $0 != ":" })]
    #expect(
      headlines.allSatisfy { headline in expected.contains { headline.hasPrefix("\($0): ") } },
      "\(failures.map(\.message))", sourceLocation: sourceLocation)
  }
}

/// The reports to the host of a trial.
struct Failure: Sendable {
  let message: String
  let line: UInt

  var headline: String { String(message.prefix { $0 != "\n" }) }
}

/// The failures of a trial, whose limits of waiting are shortened: some subjects block for good.
func failures(isolation: isolated (any Actor)? = #isolation, _ body: () async -> Void) async -> [Failure] {
  let history = History<Failure>()
  let host = TestHost { message, site in
    history.record(Failure(message: message, line: site.line))
    return true
  } stop: { _, _ in
    nil
  }
  await TestHost.$substitute.withValue(host) {
    await ContractLimit.$current.withValue(.seconds(3)) { await body() }
  }
  return history.events
}
