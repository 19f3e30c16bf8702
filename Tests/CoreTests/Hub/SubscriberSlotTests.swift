import TestSupport
import Testing
import TidingsCore

/// A closure is kept without the type of what it takes, and called with it again.
@Suite("A slot")
struct SubscriberSlotTests {
  private struct Large: Equatable, Sendable {
    var numbers = (1, 2.5, "three")
    var more = [4, 5, 6]

    static func == (left: Large, right: Large) -> Bool {
      left.numbers == right.numbers && left.more == right.more
    }
  }

  private func check<Update: Equatable & Sendable>(_ update: Update) {
    let hub = Hub<Update>()
    let history = History<Update>()
    let other = History<Int>()
    let subscriptions = [hub.join { history.record($0) }, hub.join { _ in other.record(1) }]
    hub.publish(update)
    #expect(history.events == [update])
    #expect(other.events == [1])
    withExtendedLifetime(subscriptions) {}
  }

  @Test
  func `calls its closure with whatever it takes`() {
    check(7)
    check(UInt8(200))
    check(1.5)
    check("text")
    check([1, 2, 3])
    check(Large())
    check(Int?.none)
    check(String?.some("some"))
    check(SubscriptionPhase.ended)
    check(ObjectIdentifier(History<Int>.self))
  }

  @Test
  func `calls one that takes nothing, a tuple, a closure, or anything`() {
    let history = History<String>()
    let nothing = Hub<Void>()
    let tuples = Hub<(Int, String)>()
    let closures = Hub<@Sendable (Int) -> Int>()
    let anything = Hub<any Sendable>()
    let subscriptions = [
      nothing.join { history.record("nothing") }, tuples.join { history.record("\($0.0) \($0.1)") },
      closures.join { history.record("\($0(20))") }, anything.join { history.record("\($0)") },
    ]
    nothing.publish(())
    tuples.publish((1, "one"))
    closures.publish { $0 + 1 }
    anything.publish([1: "a"])
    #expect(history.events == ["nothing", "1 one", "21", "[1: \"a\"]"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test
  func `knows who it is, however many there were before`() {
    let newest = SubscriptionID.max >> 2
    for phase in [.initial, .live, .ended, .invalidated] as [SubscriptionPhase] {
      let slot = SubscriberSlot(newest, phase, nil)
      let (id, found, turn) = (slot.id, slot.phase, slot.turn)
      #expect(id == newest)
      #expect(found == phase)
      #expect(turn == (phase == .live ? .call : phase == .initial ? .claim : .skip))
    }
  }
}
