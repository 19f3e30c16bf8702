import TestSupport
import Testing
import Tidings

@Suite("Drop until another publisher sends an update")
struct DropUntilTests {
  @Test func `delivers all updates after the first update of the other, and then unsubscribes from the other`() {
    let source = BroadcastSource<Int>()
    let other = BroadcastSource<Void>()
    let history = History<String>()
    let subscription = source.drop(until: other).attach { history.record("\($0)") }
    subscription.whenEnded { history.record("end") }
    source.send(1)
    source.send(2)
    #expect(other.hasSubscribers)
    other.send()
    #expect(!other.hasSubscribers)
    source.send(3)
    source.send(4)
    #expect(history.events == ["3", "4"])
    source.finish()
    #expect(history.events == ["3", "4", "end"])
  }

  @Test func `does not subscribe to its source if the other has ended without an update`() {
    let property = PublishedProperty(1)
    let subscription = property.drop(until: Broadcaster<Int>.empty).attach { _ in }
    #expect(!subscription.isActive)
    #expect(!property.hasSubscribers)
  }
}
