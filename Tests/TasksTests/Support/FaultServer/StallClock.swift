import TestSupport

/// Measures the process's own time during which a server has stalled, so that load of the machine exceeds no idle
/// limit.
///
/// A download that hangs although its server does not stall must end, too: its idle limit is exceeded after
/// ``patience``.
struct StallClock: Clock {
  private static let patience = Duration.seconds(6)

  private let server: FaultServer
  private let base = ContinuousClock()

  init(of server: FaultServer) {
    self.server = server
  }

  var now: ContinuousClock.Instant { base.now }
  var minimumResolution: Duration { base.minimumResolution }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    let (pause, patience) = (deadline - now, WaitLimit(Self.patience))
    repeat {
      await WaitLimit.pass(pause)
      try Task.checkCancellation()
    } while server.counts.stalled == 0 && !patience.isOver
  }
}
