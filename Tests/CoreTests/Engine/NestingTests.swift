import TestSupport
import Testing

@testable import TidingsCore

@Suite("Work of one thread that is nested")
struct NestingTests {
  private let history = History<Int>()

  /// Counts from one number to the other. Each count is requested inside the one before.
  private func count(from number: Int, through last: Int) {
    Nesting.perform {
      history.record(number)
      if number < last { count(from: number + 1, through: last) }
      history.record(-number)
    }
  }

  @Test
  func `is performed immediately`() {
    count(from: 1, through: 3)
    #expect(history.events == [1, 2, 3, -3, -2, -1])
  }

  @Test
  func `waits where it is too deep, and is performed before the outermost returns`() async {
    let last = TestSize.scaled(100_000)
    await onThreads(stackByteCount: 128 << 10) { _ in count(from: 1, through: last) }
    #expect(history.events.filter { $0 > 0 } == Array(1...last))
    #expect(history.events.filter { $0 < 0 }.sorted() == (1...last).map { -$0 }.sorted())
  }

  @Test
  func `does not wait if it starts a value, whose first update is the value that the start has set`() {
    let chain = (0..<40).reduce(PublishedValue(constant: 7)) { upstream, _ in
      PublishedValue(initial: 0) { property in upstream.attach { property.value = $0 } }
    }
    let token = chain.attach { history.record($0) }
    #expect(history.events == [7])
    token.invalidate()
  }

  @Test
  func `waits until all subscriptions have been given up`() {
    Nesting.giveUp {
      Nesting.afterGivingUp { history.record(3) }
      history.record(1)
      Nesting.giveUp { Nesting.afterGivingUp { history.record(4) } }
      history.record(2)
    }
    #expect(history.events == [1, 2, 3, 4])
  }

  @Test
  func `is performed before its thread blocks`() {
    Nesting.giveUp {
      Nesting.afterGivingUp { history.record(2) }
      history.record(1)
      Nesting.finishEarly()
      history.record(3)
      Nesting.afterGivingUp { history.record(4) }
    }
    #expect(history.events == [1, 2, 3, 4])
  }
}
