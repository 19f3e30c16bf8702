#if TIDINGS_EXPLORED_THREADS
  import Synchronization
  import TidingsCore
  import ThreadExplorer

  /// An actor that gets to none of its jobs before the scene is over. What a thread of the scene is called with, it is
  /// called with in place.
  actor BusyActor {
    private let executor = HeldJobs()

    nonisolated var unownedExecutor: UnownedSerialExecutor { unsafe executor.asUnownedSerialExecutor() }

    nonisolated func getToJobs() { executor.run() }
  }

  /// `unsafe` where it is named without being held: the actor holds it, and each job the actor.
  final class HeldJobs: SerialExecutor {
    private struct State: Sendable {
      var held: [UnownedJob] = []
      var isHeld = true
    }

    private let state = Mutex(State())

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      let runs = state.withLock { state in
        if state.isHeld { state.held.append(job) }
        return !state.isHeld
      }
      if runs { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
    }

    func run() {
      let jobs = state.withLock { state in
        state.isHeld = false
        return state.held
      }
      for job in jobs { unsafe job.runSynchronously(on: asUnownedSerialExecutor()) }
    }
  }

  extension ExploredScenario {
    /// Code of an actor subscribes: what it starts with is delivered without a hop, and nothing else.
    static let attaching: [ExploredScenario] = [
      subscribing("set", then: { _ in }, { $0.value = 101 }),
      subscribing("set by the same thread", then: { $0.value = 1 }, { _ in }),
    ]

    private static func subscribing(
      _ name: String, then: @escaping @Sendable (PublishedProperty<Int>) -> Void,
      _ other: @escaping @Sendable (PublishedProperty<Int>) -> Void
    ) -> ExploredScenario {
      ExploredScenario("inbox: code of an actor subscribes, \(name)", preemptions: 3) { scene in
        let log = ExplorationLog()
        let property = PublishedProperty(0)
        let actor = BusyActor()
        let token = Held<Subscription>()
        scene.thread {
          ThreadNumber.$current.withValue(.thread(0)) {
            log.record(.joining(0))
            token.hold(
              Inbox.subscribe(
                to: property.attachment, at: .actor(actor), slot: SubscriptionSlot(), calledFrom: actor,
                { update in
                  // The jobs of the actor, which run when the scene is over.
                  guard let thread = ThreadNumber.current else { return }
                  if thread != .thread(0) || log.index(of: .joined(0)) != nil {
                    log.record(.breach("P9: \(update) is delivered outside of the actor"))
                  }
                  log.record(.calls(0, update))
                }))
            log.record(.joined(0))
            then(property)
          }
        }
        scene.thread { ThreadNumber.$current.withValue(.thread(1)) { other(property) } }
        scene.expect {
          token.letGo()
          actor.getToJobs()
          let isFirst = log.updates(of: 0).first == 0 || log.updates(of: 0).first == 101
          return log.breach ?? (isFirst ? nil : "V1: nothing is delivered before subscribe returns: \(log.events)")
        }
      }
    }
  }
#endif
