#if TIDINGS_EXPLORED_THREADS
  import Synchronization
  import ThreadExplorer
  import TidingsAdapters
  import TidingsCore

  extension ExploredScenario {
    /// Calls beside threads that publish without an end. Each takes only so many steps of its own, whatever the others do.
    static let endless: [ExploredScenario] = [
      beside("publish, beside two that do so without an end", { Play.events() }) { $0.send(1) },
      beside("subscribe, beside two that publish without an end", { Play.events() }) { $0.join(1) },
      beside("leave, beside two that publish without an end", { .events(leaver: true) }) { $0.leave(1) },
      beside("leave without a handler, beside two that publish without an end", { .events(leaver: false) }) {
        $0.leave(1)
      },
      beside("set, beside two that do so without an end", { Play.value() }) { $0.send(1) },
      beside("subscribe to a value, beside two that set it without an end", { Play.value() }) { $0.join(1) },
      beside("subscribe to kept updates, beside two that publish without an end", { Play.replaying() }) { $0.join(1) },
      beside("publish to a merge, beside two that do so without an end", { Play.merged() }, steps: 120) { $0.send(1) },
      beside("subscribe to a merge, beside two that publish without an end", { Play.merged() }, steps: 120) {
        $0.join(1)
      },
      beside("leave a merge, beside two that publish without an end", { .merged(leaver: 1) }, steps: 120) {
        $0.leave(1)
      },
      ExploredScenario("a letter, beside a thread that takes the baton and gives it back") { scene in
        let held = HeldBaton()
        scene.thread {
          // The count, the word, three tries, and the count again.
          ControlledThread.current?.counting("post", atMost: 6) {
            if case .taken = held.baton.post(UpdateLetter(1, in: .standing, from: .current)) {
              _ = held.baton.giveBack()
            }
          }
        }
        scene.thread { for _ in 1...4 where held.baton.take() { _ = held.baton.giveBack() } }
        scene.expect {
          if held.baton.hasLetters { _ = held.baton.takeLetters() }
          return nil
        }
      },
      ExploredScenario("a call of the holder, beside a thread that takes the baton and gives it back") { scene in
        let held = HeldBaton()
        scene.thread {
          let isTaken = ControlledThread.current?.counting("call", atMost: 1) { held.baton.takeOrCall() }
          if isTaken == true { held.baton.putDown() }
        }
        scene.thread { for _ in 1...4 where held.baton.take() { _ = held.baton.giveBack() } }
      },
    ]

    /// - Parameter steps: The most that were ever needed, and some for changes of the code.
    private static func beside(
      _ name: String, _ play: @escaping @Sendable () -> Play, steps: Int = 60,
      _ call: @escaping @Sendable (Play) -> Void
    ) -> ExploredScenario {
      ExploredScenario(name, preemptions: 1, walks: 100) { scene in
        let play = play()
        play.limitSteps(to: steps)
        for thread in 1...2 {
          let last = Mutex(thread * 100_000)
          scene.endlessThread {
            let next = last.withLock { last in
              last += 1
              return last
            }
            ThreadNumber.$current.withValue(.thread(thread)) { play.send(next) }
          }
        }
        scene.act(play, call)
      }
    }
  }

  private final class HeldBaton: Sendable {
    let baton = Baton(isTakenFreely: true)
  }

  extension Play {
    fileprivate static func events(leaver hearsEnd: Bool) -> Play {
      let play = events()
      play.join(1, hearsEnd: hearsEnd)
      return play
    }

    fileprivate static func merged(leaver: Int) -> Play {
      let play = merged()
      play.join(leaver)
      return play
    }
  }
#endif
