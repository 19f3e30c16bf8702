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

  @Test func `ends if the other ends without an update, and continues if it ends after one`() {
    let source = BroadcastSource<Int>()
    let silent = BroadcastSource<Int>()
    let first = source.drop(until: silent).attach { _ in }
    silent.finish()
    #expect(!first.isActive)
    #expect(!source.hasSubscribers)
    let other = BroadcastSource<Int>()
    let history = History<Int>()
    let second = source.drop(until: other).attach { history.record($0) }
    other.send(0)
    other.finish()
    source.send(1)
    #expect(history.events == [1])
    second.invalidate()
  }

  @Test func `drops no updates if the other delivers immediately`() {
    let property = PublishedProperty(1)
    let history = History<Int>()
    let subscription = property.drop(until: PublishedProperty("a")).attach { history.record($0) }
    property.value = 2
    #expect(history.events == [1, 2])
    subscription.invalidate()
    #expect(!property.hasSubscribers)
  }

  @Test func `does not subscribe to its source if the other has ended without an update`() {
    let property = PublishedProperty(1)
    let subscription = property.drop(until: Broadcaster<Int>.empty).attach { _ in }
    #expect(!subscription.isActive)
    #expect(!property.hasSubscribers)
  }

  @Test func `drops updates for each subscriber until the first update of the other since its subscription`() {
    let source = BroadcastSource<Int>()
    let other = BroadcastSource<Void>()
    let delayed = source.drop(until: other)
    let histories = [History<Int>(), History<Int>()]
    let early = delayed.attach { histories[0].record($0) }
    other.send()
    let late = delayed.attach { histories[1].record($0) }
    source.send(1)
    other.send()
    source.send(2)
    #expect(histories.map(\.events) == [[1, 2], [2]])
    early.invalidate()
    late.invalidate()
  }
}
