#if TIDINGS_EXPLORED_THREADS
  import Synchronization
  import Testing
  import ThreadExplorer

  /// The results of all scenarios together.
  ///
  /// When all have been explored, and not only some, it is printed, and held to have come everywhere: a thread has stood back
  /// for another at each atomic access of the core.
  final class ExplorationReport: Sendable {
    static let shared = ExplorationReport()

    private let results = Mutex([String: [ExplorationResult]]())

    func add(_ scenario: ExploredScenario, _ explored: [ExplorationResult]) {
      results.withLock { $0[scenario.name] = explored }
    }

    func finish() throws {
      let results = results.withLock { $0 }
      guard results.count == ExploredScenario.all.count else { return }
      let all = results.values.joined()
      let coverage = all.reduce(into: Coverage()) { $0.merge($1.coverage) }
      print("Threads came to these places, and stood back there for others:\n\(coverage)")
      let mostSteps = all.reduce(into: [:]) { $0.merge($1.mostSteps, uniquingKeysWith: max) }
      print("Most steps of its own that a thread has taken in a call: \(mostSteps)")
      let missed = try AtomicAccess.all().filter { !coverage.isPreempted(at: $0) }
      #expect(missed.isEmpty, "No thread has stood back for another at these atomic accesses")
      print("\(results.count) scenarios in \(all.reduce(0) { $0 + $1.schedules }) runs")
    }
  }

  extension Coverage {
    fileprivate func isPreempted(at access: AtomicAccess) -> Bool {
      places.contains { place, count in
        count.preempted > 0 && place.line == access.line && "\(place.fileID)" == "TidingsCore/\(access.file)"
      }
    }
  }

  struct ReportingTrait: SuiteTrait, TestScoping {
    func provideScope(for test: Test, testCase: Test.Case?, performing body: () async throws -> Void) async throws {
      try await body()
      try ExplorationReport.shared.finish()
    }
  }

  extension Trait where Self == ReportingTrait {
    /// Prints an ``ExplorationReport`` when all tests of the suite have run.
    static var reported: Self { ReportingTrait() }
  }
#endif
