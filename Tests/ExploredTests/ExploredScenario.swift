#if TIDINGS_EXPLORED_THREADS
  import Testing
  import TidingsCore
  import ThreadExplorer

  /// A scenario of two or three threads, and how far it is explored.
  struct ExploredScenario: Sendable, CustomTestStringConvertible {
    let name: String
    /// The bound on preemptions; nil where one schedule is run for each trace, without a bound.
    var preemptions: Int?
    /// The number of random walks on top, where the bound is low.
    var walks = 0
    let setUp: @Sendable (Scene) -> Void

    init(
      _ name: String, preemptions: Int? = nil, walks: Int = 0, _ setUp: @escaping @Sendable (Scene) -> Void
    ) {
      self.name = name
      self.preemptions = preemptions
      self.walks = walks
      self.setUp = setUp
    }

    var testDescription: String { name }

    func check() {
      var explorer = ThreadExplorer(preemptions.map { .preemptions($0) } ?? .everyTrace) { thread, body in
        ExploredThread.$current.withValue(Control(thread: thread), operation: body)
      }
      // Nothing spins here, and accessors load the same word many times.
      explorer.patience = 100
      let search = explorer.explore(name, setUp)
      print(search)
      #expect(search.failure == nil && search.isComplete, "\(search)")
      guard walks > 0, search.failure == nil else { return }
      let walk = explorer.walk(name, schedules: walks, seed: 20_261_122, setUp)
      print(walk)
      #expect(walk.failure == nil, "\(walk)")
    }
  }

  private struct Control: ThreadControl {
    let thread: ControlledThread

    func reach(_ access: SharedAccess) { thread.reach(Access(access)) }
    func hasOnlyLoaded() { thread.hasOnlyLoaded() }
    func touch(_ access: SharedAccess) { thread.touch(Access(access)) }
    func acquire(_ lock: UInt64, at place: CodePlace) { thread.acquire(lock, at: SourcePlace(place)) }
    func release(_ lock: UInt64) { thread.release(lock) }
    func keep(_ object: AnyObject) { thread.keep(object) }
    func spawn(_ job: @escaping @Sendable () -> Void) { thread.spawn(job) }
  }

  extension Scene {
    /// Threads that act on a play, whose record is checked at the end.
    func act(_ play: Play, _ threads: (@Sendable (Play) -> Void)...) {
      for body in threads { thread { body(play) } }
      expect { play.violation() }
    }
  }
#endif
