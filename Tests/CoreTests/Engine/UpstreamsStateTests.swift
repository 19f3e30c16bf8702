import Testing
import TidingsCore

@Suite("What is held upstream")
struct UpstreamsStateTests {
  private let first = SubscriptionSlot()
  private let second = SubscriptionSlot()

  @Test
  func `is taken until it is closed, and then handed back`() {
    var state = UpstreamsState()
    let isTaken = state.add(first)
    let held = state.close()
    let isTakenLater = state.add(second)
    #expect(isTaken)
    #expect(!isTakenLater)
    #expect(held.connections.map { $0.slot === first } == [true])
    #expect(state.connections.isEmpty)
  }

  @Test
  func `keeps no token for a connection that is gone`() {
    var state = UpstreamsState()
    _ = state.add(first)
    let token = Subscription.ended
    let isKept = state.keep(token, for: first)
    let removed = state.remove(first)
    let isKeptLater = state.keep(token, for: first)
    #expect(isKept)
    #expect(removed?.token == token)
    #expect(!isKeptLater)
    #expect(state.connections.isEmpty)
  }

  @Test
  func `has something to do when the last has ended, once`() {
    var state = UpstreamsState()
    _ = state.add(first)
    _ = state.add(second)
    let isOver = state.whenAllEnded {}
    let endings = [state.forget(second), state.forget(first), state.forget(first)]
    #expect(!isOver)
    #expect(endings.map { $0.allEnded != nil } == [false, true, false])
    #expect(state.allEnded == nil)
  }

  @Test
  func `has it done immediately when none is left, and never when closed`() {
    var state = UpstreamsState()
    let isOver = state.whenAllEnded {}
    _ = state.close()
    let isOverWhenClosed = state.whenAllEnded {}
    #expect(isOver)
    #expect(!isOverWhenClosed)
    #expect(state.allEnded == nil)
  }
}
