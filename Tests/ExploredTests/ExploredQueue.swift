#if TIDINGS_EXPLORED_THREADS
  import Synchronization
  import TidingsCore
  import ThreadExplorer

  /// A place that runs one job at a time, each on a thread of the exploration.
  final class ExploredQueue: UpdateScheduler {
    @TaskLocal private static var current: ObjectIdentifier?

    private let lock = ExploredLock()
    private let jobCount = Mutex(0)
    private let log: ExplorationLog

    init(_ log: ExplorationLog) {
      self.log = log
    }

    /// Does something in this place, as a job of a user's.
    func run(_ body: () -> Void) {
      lock.withLock { Self.$current.withValue(ObjectIdentifier(self), operation: body) }
    }

    var isCurrent: Bool { Self.current == ObjectIdentifier(self) }
    var uptime: Duration { .zero }

    func enqueue(_ job: @escaping @Sendable () -> Void) {
      let count = jobCount.withLock { count in
        count += 1
        return count
      }
      if count > 1 { log.record(.breach("P9: \(count) jobs of one subscription are under way")) }
      ControlledThread.current?.spawn { [self] in
        run {
          // A job that ends enqueues the next.
          jobCount.withLock { $0 -= 1 }
          job()
        }
      }
    }

    func enqueue(after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void) -> Subscription {
      // The job does not hold the token: whoever drops it gives the job up.
      let isGivenUp = Held(false)
      ControlledThread.current?.spawn { [self] in
        run { if isGivenUp.current == false { job() } }
      }
      return Subscription { isGivenUp.hold(true) }
    }
  }
#endif
