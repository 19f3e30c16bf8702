#if TIDINGS_EXPLORED_THREADS
  import TidingsCore
  import ThreadExplorer

  extension ExploredScenario {
    /// Scenarios that nobody has thought of, each in a few schedules.
    static let random: [ExploredScenario] = (1...60).map { number in
      ExploredScenario("random calls, number \(number)", preemptions: 0, walks: 60) { scene in
        var calls = RandomCalls(seed: number)
        let play = calls.play()
        for thread in 1...3 {
          let calls = calls.calls(of: thread)
          scene.thread {
            ThreadNumber.$current.withValue(.thread(thread - 1)) { for call in calls { call(play) } }
          }
        }
        scene.expect { play.violation() }
      }
    }
  }

  /// Makes calls up, the same for the same seed.
  private struct RandomCalls {
    private var random: SplitMix64
    private var handlers = 0

    init(seed: Int) {
      random = SplitMix64(seed: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
    }

    private mutating func number(below limit: UInt64) -> Int {
      Int(random.next() % limit)
    }

    /// A source of any kind with two subscribers, of which the first stays.
    mutating func play() -> Play {
      let play =
        switch number(below: 3) {
        case 0: Play.events()
        case 1: Play.replaying()
        default: Play.value()
        }
      play.join(1)
      return play
    }

    mutating func calls(of thread: Int) -> [@Sendable (Play) -> Void] {
      (0...number(below: 3)).map { call($0, of: thread) }
    }

    private mutating func call(_ index: Int, of thread: Int) -> @Sendable (Play) -> Void {
      let update = thread * 100 + index
      let newcomer = thread * 10 + index
      switch number(below: 10) {
      case 0, 1: return { $0.join(newcomer) }
      case 2: return { $0.leave(1) }
      case 3:
        return {
          $0.join(newcomer)
          $0.leave(newcomer)
        }
      case 4: return { $0.finish() }
      case 5:
        handlers += 1
        let handler = handlers
        return { $0.whenEnded(1, handler: handler) }
      default: return { $0.send(update) }
      }
    }
  }
#endif
