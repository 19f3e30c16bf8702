#if TIDINGS_EXPLORED_THREADS
  import TidingsCore
  import ThreadExplorer

  /// A scenario of two or three threads, and how far it is explored.
  struct ExploredScenario: Sendable {
    let name: String
    /// The bound on preemptions; nil where one schedule is run for each trace, without a bound.
    var preemptions: Int?
    /// The number of random walks on top, where the bound is low.
    var walks = 0
    /// Whether it is counted how many schedules the traces stand for.
    var countsSchedules = false
    let setUp: @Sendable (Scene) -> Void

    init(
      _ name: String, preemptions: Int? = nil, walks: Int = 0, countsSchedules: Bool = false,
      _ setUp: @escaping @Sendable (Scene) -> Void
    ) {
      self.name = name
      self.preemptions = preemptions
      self.walks = walks
      self.countsSchedules = countsSchedules
      self.setUp = setUp
    }

    /// Runs every schedule of the extent, and then the random walks.
    ///
    /// - Parameter scheduleLimit: After so many schedules the rest is given up.
    func explore(scheduleLimit: Int = 10_000_000) -> [ExplorationResult] {
      let extent = preemptions.map { ThreadExplorer.Extent.preemptions($0) } ?? .everyTrace
      var explorer = ThreadExplorer(extent, scheduleLimit: scheduleLimit) { thread, body in
        Control.perform(on: thread, body)
      }
      // Nothing spins here, and accessors load the same word many times.
      explorer.patience = 100
      explorer.countsSchedules = countsSchedules
      let search = explorer.explore(name, setUp)
      guard walks > 0, search.failure == nil else { return [search] }
      return [search, explorer.walk(name, schedules: walks, seed: 20_261_122, setUp)]
    }
  }

  extension ExploredScenario {
    static let all =
      events + replays + inside + ends + values + shared + runs + running + funnels + rules + later + inboxes
      + attaching + bounds + endless + random
  }

  extension Scene {
    /// Threads that act on a play, whose record is checked at the end.
    func act(_ play: Play, _ threads: (@Sendable (Play) -> Void)...) {
      for (number, body) in threads.enumerated() {
        thread { ThreadNumber.$current.withValue(.thread(number)) { body(play) } }
      }
      expect { play.violation() }
    }
  }
#endif
