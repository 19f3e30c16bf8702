#if TIDINGS_EXPLORED_THREADS
  import TidingsCore
  import ThreadExplorer

  /// A value that only its start can tell, in one schedule.
  private final class SharedPlay: Sendable {
    let log = ExplorationLog()
    let tokens = [Held<Subscription>(), Held<Subscription>(), Held<Subscription>()]

    /// Shares one hub among all, which has 0 before its start and 1 after it.
    static func value(_ play: SharedPlay, starting: @escaping @Sendable () -> Void = {}) -> Attachment<Int> {
      Attachment(
        sharing: { [log = play.log] in
          Hub<Int>(remembering: 1, initial: 0) { hub, run in
            log.record(.starts)
            userCode(log)
            hub.set(1, in: run, sameness: .equatable())
            starting()
            log.record(.started)
            return Subscription {
              log.record(.stops)
              userCode(log)
              log.record(.stopped)
            }
          }
        })
    }

    func join(_ subscriber: Int, _ value: Attachment<Int>) {
      log.record(.joining(subscriber))
      tokens[subscriber].hold(
        value { [log] update in
          log.record(.calls(subscriber, update))
          userCode(log)
          log.record(.returns(subscriber))
        })
      log.record(.joined(subscriber))
    }

    func leave(_ subscriber: Int) {
      tokens[subscriber].letGo()
    }

    /// - Parameter staying: Who has not left.
    func violation(staying: [Int]) -> String? {
      (log.breach ?? firsts ?? hooks(staying)).map { "\($0)\n\(log.events)" }
    }

    /// Nobody gets what is there before the start.
    private var firsts: String? {
      for subscriber in tokens.indices where log.index(of: .joined(subscriber)) != nil {
        let updates = log.updates(of: subscriber)
        if updates.first != 1 { return "V1: \(subscriber) begins with \(updates)" }
        if updates.count > 1 { return "V2: \(subscriber) gets \(updates)" }
      }
      return nil
    }

    private func hooks(_ staying: [Int]) -> String? {
      let starts = log.events.filter { $0 == .started }.count
      let stops = log.events.filter { $0 == .stopped }.count
      if staying.isEmpty, starts != stops { return "T4: \(starts) starts and \(stops) stops" }
      return !staying.isEmpty && starts == stops ? "T1: it is wanted and not up" : nil
    }
  }

  extension ExploredScenario {
    static let shared: [ExploredScenario] = [
      ExploredScenario("shared value: two subscribe", preemptions: 3) { scene in
        let play = SharedPlay()
        let value = SharedPlay.value(play)
        for subscriber in 0...1 { scene.thread { play.join(subscriber, value) } }
        scene.expect { play.violation(staying: [0, 1]) }
      },
      ExploredScenario("shared value: two come and go", preemptions: 2) { scene in
        let play = SharedPlay()
        let value = SharedPlay.value(play)
        for subscriber in 0...1 {
          scene.thread {
            play.join(subscriber, value)
            play.leave(subscriber)
          }
        }
        // A run that nobody has stopped would be stopped as its hub goes.
        scene.expect { withExtendedLifetime(value) { play.violation(staying: []) } }
      },
      ExploredScenario("shared value: the last leaves, another comes", preemptions: 3) { scene in
        let play = SharedPlay()
        let value = SharedPlay.value(play)
        play.join(0, value)
        scene.thread { play.leave(0) }
        scene.thread { play.join(1, value) }
        scene.expect { play.violation(staying: [1]) }
      },
      ExploredScenario("shared value: one run serves those who come while it is up", preemptions: 3) { scene in
        let play = SharedPlay()
        let value = SharedPlay.value(play)
        play.join(0, value)
        for subscriber in 1...2 { scene.thread { play.join(subscriber, value) } }
        scene.expect {
          play.log.events.filter { $0 == .starts }.count == 1
            ? play.violation(staying: [0, 1, 2]) : "T1: it starts again though it is up: \(play.log.events)"
        }
      },
    ]
  }
#endif
