import Foundation
import Synchronization
import Weaving

/// Runs scenarios on the mutated sources, each mutation in processes of its own: mutated code may do anything.
struct MutationRun: Sendable {
  /// The number of schedules in which a mutation must be noticed.
  private static let mutatedLimit = 20_000
  /// The number of schedules that shows a copy without a mutation to be sound. All of them are run on the sources
  /// themselves.
  private static let unmutatedLimit = 2_000
  /// The promise of a mutation that shows as two accesses to plain memory that nothing orders.
  private static let race = "RACE"

  let program: URL
  let scenarios: [String]
  let runsAllScenarios: Bool

  /// Whether the scenarios pass while no mutation is active: so what fails otherwise is the mutation's doing.
  func checkUnmutated(_ names: [String]) -> Bool {
    let problems = inParallel(names.filter(scenarios.contains)) { name -> String? in
      let execution = try Execution.run(program.path, ["--limit", "\(Self.unmutatedLimit)", name])
      if case .exited(0) = execution.outcome { return nil }
      return "Without any mutation the scenario \(name) fails:\n\(execution.output)"
    }
    for problem in problems.compactMap({ $0 }) { print(problem) }
    print("Without a mutation: \(problems.filter { $0 == nil }.count) of \(names.count) scenarios pass")
    return problems.allSatisfy { $0 == nil }
  }

  /// Whether each mutation is noticed as the breach of its promise.
  func check(_ mutations: [(number: Int, mutation: Mutation)]) -> Bool {
    let verdicts = inParallel(mutations) { try verdict(on: $0.mutation, $0.number) }
    let failures = verdicts.filter { !$0.isNoticed }
    print("\(verdicts.count - failures.count) of \(verdicts.count) mutations are noticed")
    for failure in failures { print(failure.account) }
    return failures.isEmpty
  }

  private struct Verdict: Sendable {
    let isNoticed: Bool
    /// Whether nothing has failed.
    var isSilent = false
    let account: String
  }

  private func verdict(on mutation: Mutation, _ number: Int) throws -> Verdict {
    let unknown = mutation.scenarios.filter { !scenarios.contains($0) }
    guard unknown.isEmpty, !mutation.scenarios.isEmpty else {
      return Verdict(isNoticed: false, account: "\(mutation.name): there is no scenario \(unknown)")
    }
    if runsAllScenarios { try printNotices(of: mutation, number) }
    var verdict = Verdict(isNoticed: false, account: "")
    for scenario in mutation.scenarios {
      verdict = try self.verdict(on: mutation, number, in: scenario)
      if verdict.isNoticed || !verdict.isSilent { break }
    }
    print(verdict.account)
    return verdict
  }

  /// Prints which of all scenarios notice a mutation, and as what, in their first few thousand schedules.
  private func printNotices(of mutation: Mutation, _ number: Int) throws {
    let execution = try Execution.run(
      program.path, ["--all", "2000"], environment: ["TIDINGS_MUTATION": "\(number)"])
    let lines = execution.output.split(separator: "\n")
    let notices = lines.indices.filter { lines[$0].hasPrefix("FAILED after ") }.map { index in
      "  \(lines[index].dropFirst(7))\n    \(lines[index + 1])"
    }
    print((["\(mutation.name) is noticed, and the run has \(execution.outcome):"] + notices).joined(separator: "\n"))
  }

  private func verdict(on mutation: Mutation, _ number: Int, in scenario: String) throws -> Verdict {
    let execution = try Execution.run(
      program.path, ["--limit", "\(Self.mutatedLimit)", scenario], environment: ["TIDINGS_MUTATION": "\(number)"],
      seconds: 120)
    let lines = execution.output.split(separator: "\n")
    let start = lines.firstIndex { $0.hasPrefix("FAILED after ") }
    let message = start.map { $0 + 1 < lines.count ? String(lines[$0 + 1]) : "" } ?? ""
    let end = start.map { String(lines[$0].dropFirst(7)) } ?? "in \(scenario)"
    let head = "\(mutation.name), \(mutation.promise):"
    switch execution.outcome {
    case .exited(1) where isBreach(message, of: mutation.promise):
      return Verdict(isNoticed: true, account: "\(head) noticed \(end)")
    case .exited(1):
      return Verdict(isNoticed: false, account: "\(head) NOTICED AS ANOTHER \(end)\n\(message)")
    case .exited(0):
      return Verdict(isNoticed: false, isSilent: true, account: "\(head) NOT NOTICED \(end)")
    case .crashed where isPromised(execution, mutation):
      return Verdict(isNoticed: true, account: "\(head) noticed \(end)")
    case .endless:
      return Verdict(isNoticed: false, account: "\(head) DOES NOT END \(end)")
    case .exited, .crashed:
      let tail = lines.suffix(3).joined(separator: "\n")
      return Verdict(isNoticed: false, account: "\(head) CRASHES \(end)\n\(tail)")
    }
  }

  /// A call that takes more steps than it may breaks P11, whatever it was about to do.
  private func isBreach(_ message: String, of promise: String) -> Bool {
    message.hasPrefix(promise == Self.race ? promise : "\(promise):") || promise == "P11" && message.hasPrefix("BOUND:")
  }

  private func isPromised(_ crash: Execution, _ mutation: Mutation) -> Bool {
    mutation.promise.hasPrefix("crash: ") && crash.output.contains(mutation.promise.dropFirst(7))
  }

  /// As many at the same time as there are processors; the results in order.
  private func inParallel<Element: Sendable, Result: Sendable>(
    _ elements: [Element], _ body: @Sendable (Element) throws -> Result
  ) -> [Result] {
    let results = Mutex([Int: Result]())
    DispatchQueue.concurrentPerform(iterations: elements.count) { index in
      do {
        let result = try body(elements[index])
        results.withLock { $0[index] = result }
      } catch {
        fatalError("\(error)")
      }
    }
    return results.withLock { results in elements.indices.compactMap { results[$0] } }
  }
}
