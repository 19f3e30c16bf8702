#if TIDINGS_EXPLORED_THREADS
  import Synchronization
  import TidingsAdapters
  import TidingsCore
  import ThreadExplorer

  /// A scheduler whose time stands still: what is scheduled for later stays so.
  final class StoppedClock: UpdateScheduler {
    /// Held here, too: a job is given up by who invalidates its token, not by who drops it.
    private let tokens = Mutex([Subscription]())

    var isCurrent: Bool { false }
    var uptime: Duration { .zero }
    var hasActiveJobs: Bool { tokens.withLock { $0.contains { $0.isActive } } }

    func enqueue(_ job: @escaping @Sendable () -> Void) {
      ControlledThread.current?.spawn(job)
    }

    func enqueue(after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void) -> Subscription {
      let token = Subscription {}
      tokens.withLock { $0.append(token) }
      return token
    }
  }

  extension ExploredScenario {
    /// What a run has scheduled, and the tokens of runs.
    static let later: [ExploredScenario] = [
      ExploredScenario("funnel: an input for later, the subscriber leaves", preemptions: 3) { scene in
        let play = RulePlay()
        let clock = StoppedClock()
        play.join(play.late(on: clock))
        scene.thread { play.sources[0].send(1) }
        scene.thread { play.leave() }
        scene.expect {
          clock.hasActiveJobs ? "P8: a job stays scheduled for a subscription that is over" : play.violation()
        }
      },
      ExploredScenario("funnel: an input for later is given up by its rule", preemptions: 0) { scene in
        let play = RulePlay()
        let clock = StoppedClock()
        play.join(play.late(on: clock, givesUp: true))
        scene.thread { play.sources[0].send(1) }
        scene.expect {
          clock.hasActiveJobs ? "P8: a job stays scheduled that its rule has given up" : play.violation(updates: [1])
        }
      },
      ExploredScenario("funnel: ends when an input for later has come", preemptions: 2) { scene in
        let play = RulePlay()
        let queue = ExploredQueue(play.log)
        play.join(play.late(on: queue, endsWithAll: true))
        scene.thread {
          play.sources[0].send(1)
          play.sources[0].finish()
        }
        scene.expect { play.violation(updates: [1, 42], isEnded: true) }
      },
      ExploredScenario("upstreams: given up by one token, another asks") { scene in
        let upstreams = Upstreams()
        let isGivenUp = Mutex(false)
        let breach = Mutex(String?.none)
        scene.thread {
          upstreams.token.invalidate()
          isGivenUp.withLock { $0 = true }
        }
        scene.thread {
          let wasGivenUp = isGivenUp.withLock { $0 }
          if upstreams.token.isActive, wasGivenUp {
            breach.withLock { $0 = "P8: a run is active after it was given up" }
          }
        }
        scene.expect {
          breach.withLock { $0 } ?? (upstreams.token.isActive ? "P8: a run stays active after it was given up" : nil)
        }
      },
    ]
  }
#endif
