#if TIDINGS_EXPLORED_THREADS
  import Synchronization
  import TidingsCore
  import ThreadExplorer

  /// What starts with its first subscriber and stops with its last, in one schedule.
  final class RunPlay: Sendable {
    typealias Task = PublishedTask<Int, Int, Never>

    let log = ExplorationLog()
    let run = Held<TaskRun<Int, Int, Never>>()
    let tokens = [Held<Subscription>(), Held<Subscription>(), Held<Subscription>()]
    private let startKeeper = Mutex<WeakObject?>(nil)

    /// Made once, by the first to need it; held by the closure of each thread.
    ///
    /// - Parameters:
    ///   - work: Done by the start closure.
    ///   - ending: Done by the closure that cancels.
    static func task(
      _ play: RunPlay, work: @escaping @Sendable (TaskRun<Int, Int, Never>) -> Void = { _ in },
      ending: @escaping @Sendable () -> Void = {}
    ) -> Task {
      let keeper = Object()
      play.startKeeper.withLock { $0 = WeakObject(keeper) }
      return Task(start: { [log = play.log, held = play.run] run in
        log.record(.starts)
        userCode(log)
        held.hold(run)
        work(run)
        log.record(.started)
        withExtendedLifetime(keeper) {}
        return Subscription {
          log.record(.stops)
          userCode(log)
          ending()
          log.record(.stopped)
        }
      })
    }

    /// A task with subscribers from the beginning.
    static func joined(by subscribers: ClosedRange<Int>) -> (play: RunPlay, task: Task) {
      let play = RunPlay()
      let task = task(play)
      for subscriber in subscribers { play.join(subscriber, task) }
      return (play, task)
    }

    /// Whether the start closure is still held.
    private var isStartHeld: Bool { startKeeper.withLock { $0?.object != nil } }

    func join(_ subscriber: Int, _ task: Task) {
      log.record(.joining(subscriber))
      let token = task.attach { [log] update in
        switch update {
        case .inProgress(let progress): log.record(.calls(subscriber, progress))
        case .completed(.success(let result)): log.record(.calls(subscriber, result))
        }
        userCode(log)
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
      (log.breach ?? hooks(isLeft: isLeft) ?? deliveries() ?? release).map { "\($0)\n\(log.events)" }
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

    private var release: String? {
      isCompleted && isStartHeld ? "T5: the start closure is held after the completion" : nil
    }

    private func deliveries() -> String? {
      for subscriber in tokens.indices {
        let updates = log.updates(of: subscriber)
        if updates.dropLast().contains(Self.result) { return "T2: \(subscriber) gets \(updates)" }
        if updates.count != Set(updates).count { return "T3: \(subscriber) gets one twice: \(updates)" }
        if updates != updates.sorted() { return "P4: \(subscriber) gets \(updates)" }
        if let breach = log.callAfterLeaving(of: subscriber) { return breach }
      }
      return nil
    }
  }

  private final class Object: Sendable {}

  private struct WeakObject: Sendable {
    weak let object: Object?

    init(_ object: Object) {
      self.object = object
    }
  }

  extension ExploredScenario {
    static let runs: [ExploredScenario] = [
      ExploredScenario("task: the last leaves, another comes") { scene in
        let (play, task) = RunPlay.joined(by: 0...0)
        scene.thread { play.leave(0) }
        scene.thread { play.join(1, task) }
        scene.expect { play.violation(isLeft: false) }
      },
      ExploredScenario("task: two come at the same time") { scene in
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
        let (play, task) = RunPlay.joined(by: 0...0)
        scene.thread { play.complete() }
        scene.thread { play.leave(0) }
        scene.expect { play.violation(isLeft: true) ?? firstWins(play, task) }
      },
      ExploredScenario("task: report and completion, a late subscriber") { scene in
        let (play, task) = RunPlay.joined(by: 0...0)
        scene.thread {
          play.report(1)
          play.complete()
        }
        scene.thread { play.join(1, task) }
        scene.expect { play.violation(isLeft: false) ?? result(play, of: 0) ?? result(play, of: 1) }
      },
      ExploredScenario("task: report of an old run, a fresh start") { scene in
        let (play, task) = RunPlay.joined(by: 0...0)
        let old = play.run.current
        scene.thread {
          old?.report(1)
          old?.succeed(RunPlay.result)
        }
        scene.thread { play.leave(0) }
        scene.thread { play.join(1, task) }
        scene.expect { play.violation(isLeft: false) ?? late(play) }
      },
      ExploredScenario("task: start that reports and completes, two subscribers", preemptions: 3) { scene in
        let play = RunPlay()
        let task = RunPlay.task(play) { run in
          run.report(1)
          run.succeed(RunPlay.result)
        }
        for subscriber in 0...1 { scene.thread { play.join(subscriber, task) } }
        scene.expect { play.violation(isLeft: false) ?? result(play, of: 0) ?? result(play, of: 1) ?? progress(play) }
      },
      ExploredScenario("task: start that reports, the subscriber leaves", preemptions: 3) { scene in
        let play = RunPlay()
        let task = RunPlay.task(play) { $0.report(1) }
        scene.thread {
          play.join(0, task)
          play.leave(0)
        }
        scene.thread {
          play.join(1, task)
          play.leave(1)
        }
        scene.expect { play.violation(isLeft: true) }
      },
      ExploredScenario("task: cancelling brings another subscriber", preemptions: 2) { scene in
        let play = RunPlay()
        let held = Held<RunPlay.Task>()
        let task = RunPlay.task(
          play,
          ending: {
            guard let task = held.current else { return }
            held.letGo()
            play.join(2, task)
          })
        held.hold(task)
        play.join(0, task)
        scene.thread { play.leave(0) }
        scene.thread { play.join(1, task) }
        scene.expect { play.violation(isLeft: false) }
      },
      ExploredScenario("task: start that reports, the subscriber leaves at that", preemptions: 2) { scene in
        let play = RunPlay()
        let task = RunPlay.task(play) { $0.report(1) }
        scene.thread {
          let slot = SubscriptionSlot()
          play.tokens[0].hold(task.attachment(into: slot) { _ in slot.invalidate() })
        }
        scene.thread { play.join(1, task) }
        scene.expect { play.violation(isLeft: false) }
      },
      ExploredScenario("task: an old run reports to a fresh one", preemptions: 2) { scene in
        let (play, task) = RunPlay.joined(by: 0...0)
        let old = play.run.current
        scene.thread {
          play.leave(0)
          play.join(1, task)
        }
        scene.thread { old?.report(1) }
        scene.expect { play.violation(isLeft: false) ?? late(play) }
      },
      ExploredScenario("task: one leaves twice, another stays", preemptions: 2) { scene in
        let (play, _) = RunPlay.joined(by: 0...1)
        scene.thread { play.report(1) }
        for _ in 1...2 { scene.thread { play.leave(0) } }
        scene.expect { play.violation(isLeft: false) }
      },
      ExploredScenario("task: one of three leaves twice, and then another", preemptions: 2) { scene in
        let (play, _) = RunPlay.joined(by: 0...2)
        scene.thread { play.leave(1) }
        scene.thread {
          play.leave(1)
          play.leave(0)
        }
        scene.expect { play.violation(isLeft: false) }
      },
      ExploredScenario("task: two completions, the last leaves", preemptions: 2) { scene in
        let (play, _) = RunPlay.joined(by: 0...0)
        completeTwice(scene, play)
        scene.thread { play.leave(0) }
        scene.expect {
          let outcomes = play.log.updates(of: 0).filter { $0 > 900 }
          return outcomes.count > 1 ? "T2: it completes with \(outcomes)" : play.violation(isLeft: true)
        }
      },
      ExploredScenario("task: two completions, one that comes late", preemptions: 3) { scene in
        let (play, task) = RunPlay.joined(by: 0...0)
        completeTwice(scene, play)
        scene.expect {
          play.join(1, task)
          let outcomes = (0...1).map { play.log.updates(of: $0) }
          return outcomes[0] == outcomes[1] ? play.violation(isLeft: false) : "T2: it completes with \(outcomes)"
        }
      },
      ExploredScenario("task: completion, two that come", preemptions: 2) { scene in
        let (play, task) = RunPlay.joined(by: 0...0)
        play.report(1)
        scene.thread { play.complete() }
        for subscriber in 1...2 { scene.thread { play.join(subscriber, task) } }
        scene.expect {
          play.violation(isLeft: false) ?? (0...2).firstResult { result(play, of: $0) } ?? progressOfLate(play)
        }
      },
      ExploredScenario("task: progress, one that comes late", preemptions: 3) { scene in
        let (play, task) = RunPlay.joined(by: 0...0)
        play.report(1)
        scene.thread { play.report(2) }
        scene.thread { play.join(1, task) }
        scene.expect { play.violation(isLeft: false) ?? progressOfLate(play) }
      },
      ExploredScenario("task: progress is forgotten with its run", preemptions: 3) { scene in
        let (play, task) = RunPlay.joined(by: 0...0)
        play.report(1)
        scene.thread { play.leave(0) }
        scene.thread { play.join(1, task) }
        scene.expect {
          let restarts = play.log.events.filter { $0 == .starts }.count > 1
          let updates = play.log.updates(of: 1)
          if restarts, !updates.isEmpty { return "T4: \(updates) is progress of a run that is over" }
          return play.violation(isLeft: false)
        }
      },
    ]

    /// Completes one run from two threads, with different results.
    private static func completeTwice(_ scene: Scene, _ play: RunPlay) {
      let run = play.run.current
      scene.thread { play.complete() }
      scene.thread { run?.succeed(RunPlay.result - 1) }
    }

    /// A subscriber that is there before the start misses nothing of it.
    private static func progress(_ play: RunPlay) -> String? {
      play.tokens.indices.contains { play.log.updates(of: $0) == [1, RunPlay.result] }
        ? nil : "T1: nobody gets what the start reports: \(play.log.events)"
    }

    /// A late subscriber begins with the latest progress.
    private static func progressOfLate(_ play: RunPlay) -> String? {
      play.log.index(of: .joined(1)) == nil || play.log.updates(of: 1).isEmpty == false
        ? nil : "T3: a late subscriber gets nothing: \(play.log.events)"
    }

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
