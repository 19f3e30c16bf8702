#if TIDINGS_EXPLORED_THREADS
  /// Something of a user's that a subscriber's closure has captured.
  final class Keeper: Sendable {
    private let subscriber: Int
    private let log: ExplorationLog

    init(_ subscriber: Int, _ log: ExplorationLog) {
      self.subscriber = subscriber
      self.log = log
    }

    deinit {
      if Control.holdsLock { log.record(.breach("P7: a closure is let go under a lock")) }
      log.record(.letsGo(subscriber))
    }
  }
#endif
