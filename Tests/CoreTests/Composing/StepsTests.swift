import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("A step of an operator")
struct StepsTests {
  @Test
  func `remembers for each subscription of its own`() {
    let source = BroadcastSource<Int>()
    let sums: Broadcaster<Int> = source.through(remembering: 0) { sum, update, emit in
      sum += update
      emit(sum)
    }
    let first = History<Int>()
    let second = History<Int>()
    let subscriptions = SubscriptionBag()
    sums.attach { first.record($0) }.store(in: subscriptions)
    source.send(1)
    sums.attach { second.record($0) }.store(in: subscriptions)
    source.send(2)
    #expect(first.events == [1, 3])
    #expect(second.events == [2])
  }

  @Test
  func `may emit several updates for one, or none`() {
    let source = BroadcastSource<Int>()
    let history = History<Int>()
    let numbers: Broadcaster<Int> = source.through { count, emit in for n in 0..<count { emit(n) } }
    let subscription = numbers.attach { history.record($0) }
    for count in [2, 0, 1] { source.send(count) }
    #expect(history.events == [0, 1, 0])
    subscription.invalidate()
  }
}
