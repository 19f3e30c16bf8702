import TestSupport
import Testing
import Tidings

@Suite("Prefix until another updates")
struct PrefixUntilTests {
  @Test
  func `ends with the first update of the other, and cancels both`() {
    let source = BroadcastSource<Int>()
    let other = BroadcastSource<Void>()
    let history = History<String>()
    let subscription = source.prefix(until: other).attach { history.record("\($0)") }
    subscription.whenEnded { history.record("end") }
    source.send(1)
    source.send(2)
    other.send()
    source.send(3)
    #expect(history.events == ["1", "2", "end"])
    #expect(!source.hasSubscribers)
    #expect(!other.hasSubscribers)
  }

  @Test
  func `ends with its source, and continues if the other ends without an update`() {
    let source = BroadcastSource<Int>()
    let other = BroadcastSource<Int>()
    let history = History<Int>()
    let first = source.prefix(until: Broadcaster<Int>.empty).attach { history.record($0) }
    let second = source.prefix(until: other).attach { _ in }
    source.send(1)
    #expect(history.events == [1])
    source.finish()
    #expect(!first.isActive)
    #expect(!second.isActive)
    #expect(!other.hasSubscribers)
  }

  @Test
  func `ends immediately when the other has something to say immediately`() {
    let property = PublishedProperty(1)
    let history = History<Int>()
    let subscription = property.prefix(until: Broadcaster.just(0)).attach { history.record($0) }
    #expect(history.events.isEmpty)
    #expect(!subscription.isActive)
    #expect(!property.hasSubscribers)
  }

  @Test
  func `can be ended by its own subscriber through the other, also from inside the first update`() {
    let property = PublishedProperty(1)
    let stop = BroadcastSource<Void>()
    let history = History<Int>()
    let subscription = property.prefix(until: stop).attach { update in
      history.record(update)
      stop.send()
      property.value = 2
    }
    #expect(history.events == [1])
    #expect(!subscription.isActive)
    #expect(!property.hasSubscribers)
  }

  @Test
  func `ends each subscriber with the first update since it subscribed`() {
    let source = BroadcastSource<Int>()
    let other = BroadcastSource<Void>()
    let limited = source.prefix(until: other)
    let early = limited.attach { _ in }
    other.send()
    let late = limited.attach { _ in }
    #expect(!early.isActive)
    #expect(late.isActive)
    late.invalidate()
  }
}
