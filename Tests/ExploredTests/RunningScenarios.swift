#if TIDINGS_EXPLORED_THREADS
  import Synchronization
  import TidingsCore
  import ThreadExplorer

  /// What a subscriber has been told of runs.
  private final class SeenPhases: Sendable {
    private let content = Mutex<[Bool]>([])

    var all: [Bool] { content.withLock { $0 } }

    func add(_ isRunning: Bool) {
      content.withLock { $0.append(isRunning) }
    }
  }

  /// A task, and a subscriber that follows whether it is running, in one schedule.
  private final class RunningPlay: Sendable {
    let play = RunPlay()
    let task: RunPlay.Task
    private let seen = SeenPhases()
    private let token = Held<Subscription>()

    init() {
      task = RunPlay.task(play)
    }

    func follow() {
      token.hold(
        task.isRunning.attach { [seen] isRunning in
          seen.add(isRunning)
          userCode()
        })
    }

    func violation(isRunning: Bool, isOver: Bool = false) -> String? {
      let updates = seen.all
      if updates.last != isRunning { return "V2: the last update of isRunning is not \(isRunning), but \(updates)" }
      if zip(updates, updates.dropFirst()).contains(where: ==) { return "V3: isRunning repeats itself: \(updates)" }
      if task.isRunning.value != isRunning { return "V2: isRunning does not read as \(isRunning)" }
      if token.current?.isActive == isOver { return "V4: isRunning ends only after the completion" }
      return nil
    }
  }

  extension ExploredScenario {
    static let running: [ExploredScenario] = [
      ExploredScenario("running: the last leaves, another comes", preemptions: 2) { scene in
        let running = RunningPlay()
        running.play.join(0, running.task)
        running.follow()
        scene.thread { running.play.leave(0) }
        scene.thread { running.play.join(1, running.task) }
        scene.expect { running.violation(isRunning: true) ?? running.play.violation(isLeft: false) }
      },
      ExploredScenario("running: completion, the last leaves", preemptions: 2) { scene in
        let running = RunningPlay()
        running.play.join(0, running.task)
        running.follow()
        scene.thread { running.play.complete() }
        scene.thread { running.play.leave(0) }
        scene.expect {
          let isCompleted = running.play.log.index(of: .stops) == nil
          return running.violation(isRunning: false, isOver: isCompleted) ?? running.play.violation(isLeft: true)
        }
      },
      ExploredScenario("running: one comes, another begins to follow", preemptions: 2) { scene in
        let running = RunningPlay()
        scene.thread { running.play.join(0, running.task) }
        scene.thread { running.follow() }
        scene.expect { running.violation(isRunning: true) ?? running.play.violation(isLeft: false) }
      },
      ExploredScenario("running: two begin to follow, one comes", preemptions: 2) { scene in
        let running = RunningPlay()
        let second = SeenPhases()
        let token = Held<Subscription>()
        scene.thread { running.play.join(0, running.task) }
        scene.thread { running.follow() }
        scene.thread { token.hold(running.task.isRunning.attach { second.add($0) }) }
        scene.expect {
          if second.all.last != true { return "V2: the last update of isRunning is not true, but \(second.all)" }
          // The last reference would otherwise be that of a thread, which ends before this is asked.
          if token.current?.isActive != true { return "V4: isRunning ended without a completion" }
          return running.violation(isRunning: true)
        }
      },
      ExploredScenario("running: completion, one begins to follow", preemptions: 2) { scene in
        let running = RunningPlay()
        running.play.join(0, running.task)
        scene.thread { running.play.complete() }
        scene.thread { running.follow() }
        scene.expect { running.violation(isRunning: false, isOver: true) ?? running.play.violation(isLeft: false) }
      },
    ]
  }
#endif
