import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("A slot")
struct SubscriptionSlotTests {
  private struct Foreign: Publisher {
    let ended: History<String>

    func attach(_ receive: @escaping @Sendable (Int) -> Void) -> Subscription {
      for update in 1...3 { receive(update) }
      return Subscription { ended.record("invalidated") }
    }
  }

  @Test
  func `is filled before the initial delivery`() {
    let property = PublishedProperty(1)
    let slot = SubscriptionSlot()
    let history = History<Bool>()
    let subscription = property.attachment(into: slot) { _ in
      slot.invalidate()
      history.record(property.hasSubscribers)
    }
    #expect(history.events == [false])
    #expect(!subscription.isActive)
  }

  @Test
  func `that is closed before it is filled does immediately what was asked`() {
    let history = History<String>()
    for close in [{ $0.end() }, { $0.invalidate() }] as [(SubscriptionSlot) -> Void] {
      let slot = SubscriptionSlot()
      close(slot)
      let subscription = Subscription { history.record("undone") }
      subscription.whenEnded { history.record("end") }
      slot.fill(with: subscription)
    }
    #expect(history.events == ["undone", "end", "undone"])
  }

  @Test
  func `holds back what a publisher from elsewhere still delivers, and ends it when its token arrives`() {
    let ended = History<String>()
    let history = History<Int>()
    let subscription = Foreign(ended: ended).subscribeOnce { history.record($0) }
    subscription.whenEnded { ended.record("end") }
    #expect(history.events == [1])
    #expect(ended.events == ["invalidated", "end"])
  }

  @Test
  func `is filled with the slot of what is upstream, and closed alone`() {
    for close in [{ $0.end() }, { $0.invalidate() }] as [(SubscriptionSlot) -> Void] {
      let downstream = SubscriptionSlot()
      let upstream = SubscriptionSlot(before: downstream)
      let subscription = Subscription {}
      upstream.fill(with: subscription)
      #expect(downstream.isOpen)
      close(upstream)
      #expect(!downstream.isOpen)
      #expect(upstream.isClosed)
      #expect(!downstream.isClosed)
    }
  }

  @Test
  func `that is closed before it is filled holds back what comes from upstream`() {
    let downstream = SubscriptionSlot()
    let upstream = SubscriptionSlot(before: downstream)
    downstream.end()
    #expect(!upstream.isOpen)
    #expect(!upstream.isClosed)
  }

  @Test
  func `does not keep a subscription alive`() {
    let source = BroadcastSource<Int>()
    let slot = SubscriptionSlot()
    _ = source.attachment(into: slot) { _ in }
    #expect(!source.hasSubscribers)
    #expect(!slot.isOpen)
  }
}
