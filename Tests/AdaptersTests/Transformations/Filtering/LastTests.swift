import TestSupport
import Testing
import Tidings
import TidingsAdapters

@Suite("Last")
struct LastTests {
  @Test func `of the largest count delivers all updates, and of a constant value its value`() {
    let history = History<Int>()
    _ = Broadcaster.just(1, 2, 3).suffix(.max).attach { history.record($0) }
    let subscription = PublishedValue(constant: 4).last().attach { history.record($0) }
    #expect(history.events == [1, 2, 3, 4])
    #expect(!subscription.isActive)
  }

  @Test func `delivers no further updates after its subscriber unsubscribes`() {
    let source = BroadcastSource<Int>()
    let history = History<Int>()
    let subscription = source.suffix(3).prefix(2).attach { history.record($0) }
    for update in [1, 2, 3] { source.send(update) }
    source.finish()
    #expect(history.events == [1, 2])
    #expect(!subscription.isActive)
  }

  @Test func `keeps for each subscriber only updates since its subscription`() {
    let source = BroadcastSource<Int>()
    let histories = [History<Int>(), History<Int>()]
    let first = source.suffix(2).attach { histories[0].record($0) }
    source.send(1)
    let second = source.suffix(2).attach { histories[1].record($0) }
    source.send(2)
    source.finish()
    #expect(histories.map(\.events) == [[1, 2], [2]])
    withExtendedLifetime((first, second)) {}
  }

  @Test func `keeps the newest elements for any count and limit`() {
    for limit in 0...4 {
      for count in 0...9 {
        let history = History<Int>()
        let token = (0..<count).broadcaster().suffix(limit).attach { history.record($0) }
        #expect(history.events == Array((0..<count).suffix(limit)), "\(count) with a limit of \(limit)")
        token.invalidate()
      }
    }
  }

  @Test func `traps if the count is negative`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Broadcaster<Int>.never.suffix(-1)
    }
    #expect(result.message.contains("suffix(_:) takes a count of zero or more, not -1"))
  }
}
