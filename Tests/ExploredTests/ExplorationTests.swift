#if TIDINGS_EXPLORED_THREADS
  import Testing

  @Suite("Every schedule of the real code keeps every contract", .serialized)
  struct ExplorationTests {
    @Test(.timeLimit(.minutes(10)), arguments: ExploredScenario.all)
    func scenario(_ scenario: ExploredScenario) {
      scenario.check()
    }
  }

  extension ExploredScenario {
    static let all = events + ends + values + runs + funnels + bounds
  }
#endif
