import TidingsCore

extension HubModel {
  /// `Hub.runHooks`: what the holder of the hooks does next.
  mutating func follow(_ step: RunState.Step, on thread: Int) {
    switch step {
    case .idle:
      break
    case .start(let run):
      if run != history.wantedRun { fail(.t1, "run \(run) is started, and nobody wants it") }
      push(.start(run), on: thread)
    case .stop(let run, _):
      push(.stop(run), on: thread)
    case .retire(let run, _):
      push(.retire(run), on: thread)
    }
  }

  /// The start closure is taken from its lock and entered.
  mutating func callStart(_ run: RunID, on thread: Int) {
    checkStart(of: run)
    history.hookCalls += 1
    history.runs[Int(run)].isStarted = true
    history.runUp = run
    push(.started(run), on: thread)
    if history.holdsStart { push(.script(Script(calls: setting.scenario.start, run: run)), on: thread) }
  }

  /// The start closure has returned the token of its run.
  mutating func startReturned(_ run: RunID, on thread: Int) {
    history.hookCalls -= 1
    follow(inSection(on: thread) { $0.started(HubModel.token, &$1) }, on: thread)
  }

  /// The closure that cancels is entered.
  mutating func callStop(_ run: RunID, on thread: Int) {
    checkStop(of: run)
    history.hookCalls += 1
    history.runs[Int(run)].stops += 1
    history.runUp = .none
    push(.stopped, on: thread)
    push(.script(Script(calls: setting.scenario.stop, run: run)), on: thread)
  }

  mutating func stopReturned(on thread: Int) {
    history.hookCalls -= 1
    follow(inSection(on: thread) { $0.stopped(&$1) }, on: thread)
  }

  /// Lets go of the token of a completed run; no closure is called.
  mutating func retire(_ run: RunID, on thread: Int) {
    history.runUp = .none
    follow(inSection(on: thread) { $0.stopped(&$1) }, on: thread)
  }

  /// Stands for every run's token: the hub only keeps it.
  private static let token = Subscription.ended
}
