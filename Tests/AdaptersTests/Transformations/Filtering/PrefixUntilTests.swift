import TestSupport
import Testing
import Tidings

@Suite("Prefix until another publisher sends an update")
struct PrefixUntilTests {
  @Test func `ends immediately if the other delivers immediately`() {
    let property = PublishedProperty(1)
    let history = History<Int>()
    let subscription = property.prefix(until: Broadcaster.just(0)).attach { history.record($0) }
    #expect(history.events.isEmpty)
    #expect(!subscription.isActive)
    #expect(!property.hasSubscribers)
  }

  @Test func `can be ended by its subscriber through the other, even during the first update`() {
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
}
