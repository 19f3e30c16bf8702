#if TIDINGS_EXPLORED_THREADS
  import Testing
  import ThreadExplorer

  @Suite("Every schedule of the real code keeps every contract", .serialized, .reported)
  struct ExplorationTests {
    @Test(.timeLimit(.minutes(10)), arguments: ExploredScenario.all)
    func scenario(_ scenario: ExploredScenario) {
      let results = scenario.explore()
      ExplorationReport.shared.add(scenario, results)
      for result in results {
        print(result)
        #expect(result.failure == nil && result.isComplete, "\(result)")
      }
    }
  }

  extension ExploredScenario: CustomTestStringConvertible {
    var testDescription: String { name }
  }
#endif
