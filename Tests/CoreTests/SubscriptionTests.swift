import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("A subscription token")
struct SubscriptionTests {
  @Test func `calls its closure once, when it is invalidated`() {
    let history = History<String>()
    let subscription = Subscription { history.record("invalidated") }
    #expect(subscription.isActive)
    subscription.invalidate()
    subscription.invalidate()
    #expect(history.events == ["invalidated"])
    #expect(!subscription.isActive)
  }

  @Test func `calls its closure when it is released`() {
    let history = History<String>()
    _ = Subscription { history.record("invalidated") }
    #expect(history.events == ["invalidated"])
  }

  @Test func `calls its closure once if several threads invalidate it`() async {
    for _ in 0..<200 {
      let history = History<String>()
      let subscription = Subscription { history.record("invalidated") }
      await onThreads(3) { _ in subscription.invalidate() }
      #expect(history.events.count == 1)
    }
  }

  @Test func `that has ended runs a handler immediately`() {
    let history = History<String>()
    let subscription = Subscription.ended
    #expect(!subscription.isActive)
    subscription.whenEnded { history.record("end") }
    #expect(history.events == ["end"])
  }

  @Test func `is retired without calling its closure`() {
    let history = History<String>()
    let subscription = Subscription { history.record("invalidated") }
    subscription.whenEnded { history.record("end") }
    subscription.retire()
    subscription.invalidate()
    #expect(history.events == ["end"])
  }

  @Test func `is equal only to itself`() {
    let first = Subscription {}
    let second = Subscription {}
    #expect(Set([first, second, first]).count == 2)
    #expect(first != second)
  }
}
