#if TIDINGS_EXPLORED_THREADS
  import Synchronization
  import TidingsCore
  import ThreadExplorer

  /// A baton that somebody holds, and letters for it, in one schedule.
  private final class BatonPlay: Sendable {
    private static let maximum = 2

    private let baton = Baton(isTakenFreely: true, maximumLetterCount: maximum)
    private let postedCount = Mutex(0)
    private let takenCount = Mutex(0)

    init() {
      _ = baton.take()
    }

    @discardableResult
    func post() -> Bool {
      guard case .posted = baton.post(UpdateLetter(1, in: .standing, from: .current)) else { return false }
      postedCount.withLock { $0 += 1 }
      return true
    }

    func takeLetters() {
      guard baton.hasLetters else { return }
      let count = baton.takeLetters().count
      takenCount.withLock { $0 += count }
    }

    /// Two threads that find room for one letter may both post one.
    func violation() -> String? {
      let posted = postedCount.withLock { $0 }
      let waiting = posted - takenCount.withLock { $0 }
      takeLetters()
      if takenCount.withLock({ $0 }) != posted { return "P6: a letter is lost" }
      if waiting > Self.maximum + 1 { return "P11: \(waiting) letters wait, and \(Self.maximum) may" }
      let isRefused = (1...Self.maximum).contains { _ in !post() }
      takeLetters()
      return isRefused ? "P11: a letter is refused though all were taken" : nil
    }
  }

  extension ExploredScenario {
    static let batons: [ExploredScenario] = [
      ExploredScenario("baton: two post while letters are taken", preemptions: 3) { scene in
        let play = BatonPlay()
        for _ in 1...2 {
          scene.thread {
            play.post()
            play.post()
          }
        }
        scene.thread { play.takeLetters() }
        scene.expect { play.violation() }
      }
    ]
  }
#endif
