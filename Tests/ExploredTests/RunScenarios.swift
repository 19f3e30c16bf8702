#if TIDINGS_EXPLORED_THREADS
  import TidingsCore
  import ThreadExplorer

  /// What starts with its first subscriber and stops with its last, in one schedule.
  final class RunPlay: Sendable {
    typealias Task = PublishedTask<Int, Int, Never>

    let log = ExplorationLog()
    let run = Held<TaskRun<Int, Int, Never>>()
    let tokens = [Held<Subscription>(), Held<Subscription>(), Held<Subscription>()]

    /// - Parameter task: Made once, by the first to need it; held by the closure of each thread.
    static func task(_ play: RunPlay) -> Task {
      Task(start: { [log = play.log, held = play.run] run in
        log.record(.starts)
        userCode()
        held.hold(run)
        log.record(.started)
        return Subscription {
          log.record(.stops)
          userCode()
          log.record(.stopped)
        }
      })
    }

    func join(_ subscriber: Int, _ task: Task) {
      log.record(.joining(subscriber))
      let token = task.attach { [log] update in
        switch update {
        case .inProgress(let progress): log.record(.calls(subscriber, progress))
        case .completed(.success(let result)): log.record(.calls(subscriber, result))
        }
        userCode()
        log.record(.returns(subscriber))
      }
      tokens[subscriber].hold(token)
      log.record(.joined(subscriber))
    }

    func leave(_ subscriber: Int) {
      log.record(.leaving(subscriber))
      tokens[subscriber].current?.invalidate()
      log.record(.left(subscriber))
    }

    /// Reports and completes by the run that was up when this was called.
    func report(_ progress: Int) {
      log.record(.sending(progress))
      run.current?.report(progress)
      log.record(.sent(progress))
    }

    func complete() {
      log.record(.finishing)
      run.current?.succeed(Self.result)
      log.record(.finished)
    }

    static let result = 999

    /// - Parameter isLeft: Whether everybody has left at the end.
    func violation(isLeft: Bool) -> String? {
      (hooks(isLeft: isLeft) ?? deliveries()).map { "\($0)\n\(log.events)" }
    }

    private var isCompleted: Bool {
      log.events.contains { if case .calls(_, Self.result) = $0 { true } else { false } }
    }

    /// Starts and stops alternate and never overlap.
    private func hooks(isLeft: Bool) -> String? {
      let expected: [Event] = [.starts, .started, .stops, .stopped]
      let hooks = log.events.filter { expected.contains($0) }
      for (index, hook) in hooks.enumerated() where hook != expected[index % 4] {
        return "T1: \(hooks) do not alternate"
      }
      let isUp = hooks.count % 4 == 2
      if isLeft, isUp, log.index(of: .finishing) == nil { return "T4: it is left and not cancelled" }
      if !isLeft, !isUp { return "T1: it is wanted and not up" }
      if isCompleted, hooks.last == .stopped, log.events.filter({ $0 == .starts }).count == 1 {
        return "T4: it is cancelled after its completion"
      }
      return nil
    }

    private func deliveries() -> String? {
      for subscriber in tokens.indices {
        let updates = log.updates(of: subscriber)
        if updates.dropLast().contains(Self.result) { return "T2: \(subscriber) gets \(updates)" }
        if updates.count != Set(updates).count { return "T3: \(subscriber) gets one twice: \(updates)" }
        if updates != updates.sorted() { return "P4: \(subscriber) gets \(updates)" }
        guard let left = log.index(of: .left(subscriber)) else { continue }
        for event in log.events[left...] {
          if case .calls(subscriber, _) = event { return "P2: \(subscriber) is called after it has left" }
        }
      }
      return nil
    }
  }

  extension ExploredScenario {
    static let runs: [ExploredScenario] = [
      ExploredScenario("task: the last leaves, another comes") { scene in
        let play = RunPlay()
        let task = RunPlay.task(play)
        play.join(0, task)
        scene.thread { play.leave(0) }
        scene.thread { play.join(1, task) }
        scene.expect { play.violation(isLeft: false) }
      },
      ExploredScenario("task: two come at once") { scene in
        let play = RunPlay()
        let task = RunPlay.task(play)
        for subscriber in 0...1 { scene.thread { play.join(subscriber, task) } }
        scene.expect { play.violation(isLeft: false) ?? once(play) }
      },
      ExploredScenario("task: two come and go") { scene in
        let play = RunPlay()
        let task = RunPlay.task(play)
        for subscriber in 0...1 {
          scene.thread {
            play.join(subscriber, task)
            play.leave(subscriber)
          }
        }
        scene.expect { play.violation(isLeft: true) }
      },
      ExploredScenario("task: completion, the last leaves") { scene in
        let play = RunPlay()
        let task = RunPlay.task(play)
        play.join(0, task)
        scene.thread { play.complete() }
        scene.thread { play.leave(0) }
        scene.expect { play.violation(isLeft: true) ?? firstWins(play, task) }
      },
      ExploredScenario("task: report and completion, a late subscriber") { scene in
        let play = RunPlay()
        let task = RunPlay.task(play)
        play.join(0, task)
        scene.thread {
          play.report(1)
          play.complete()
        }
        scene.thread { play.join(1, task) }
        scene.expect { play.violation(isLeft: false) ?? result(play, of: 0) ?? result(play, of: 1) }
      },
      ExploredScenario("task: report of an old run, a fresh start") { scene in
        let play = RunPlay()
        let task = RunPlay.task(play)
        play.join(0, task)
        let old = play.run.current
        scene.thread {
          old?.report(1)
          old?.succeed(RunPlay.result)
        }
        scene.thread { play.leave(0) }
        scene.thread { play.join(1, task) }
        scene.expect { play.violation(isLeft: false) ?? late(play) }
      },
    ]

    private static func once(_ play: RunPlay) -> String? {
      play.log.events.filter { $0 == .starts }.count == 1 ? nil : "T1: it starts twice for two subscribers"
    }

    private static func result(_ play: RunPlay, of subscriber: Int) -> String? {
      play.log.updates(of: subscriber).last == RunPlay.result
        ? nil : "T3: \(subscriber) gets no result: \(play.log.events)"
    }

    /// A completion that is accepted means no cancel; leaving first means that it is dropped.
    private static func firstWins(_ play: RunPlay, _ task: RunPlay.Task) -> String? {
      let isCancelled = play.log.index(of: .stops) != nil
      play.join(1, task)
      let isCompleted = play.log.updates(of: 1) == [RunPlay.result]
      play.leave(1)
      return isCancelled == isCompleted ? "T4: cancelled \(isCancelled), completed \(isCompleted)" : nil
    }

    /// A run is over when its last subscriber has left: who comes later gets nothing of it, once another has started.
    private static func late(_ play: RunPlay) -> String? {
      let restarts = play.log.events.filter { $0 == .starts }.count > 1
      return restarts && !play.log.updates(of: 1).isEmpty
        ? "T4: a subscriber of a fresh run gets what an old one reports: \(play.log.events)" : nil
    }
  }
#endif
