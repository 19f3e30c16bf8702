import TestSupport
import Testing
import Tidings

@Suite("Materialize")
struct MaterializeTests {
  @Test
  func `passes on updates as events, the end as the last of them, and then ends`() {
    let source = BroadcastSource<Int>()
    let history = History<PublisherEvent<Int>>()
    let ends = History<Int>()
    let subscription = source.materialize().attach { history.record($0) }
    subscription.whenEnded { ends.record(history.events.count) }
    source.send(1)
    source.send(2)
    source.finish()
    #expect(history.events == [.update(1), .update(2), .ended])
    #expect(ends.events == [3])
  }

  @Test
  func `of an ended publisher is the end alone`() {
    let history = History<PublisherEvent<Int>>()
    let subscription = Broadcaster<Int>.empty.materialize().attach { history.record($0) }
    #expect(history.events == [.ended])
    #expect(!subscription.isActive)
  }

  @Test
  func `of a value begins with the current one`() {
    var property: PublishedProperty<Int>? = PublishedProperty(1)
    let history = History<PublisherEvent<Int>>()
    let subscription = property?.publishedValue.materialize().attach { history.record($0) }
    property = nil
    #expect(history.events == [.update(1), .ended])
    withExtendedLifetime(subscription) {}
  }

  @Test
  func `delivers no end to a subscriber that has unsubscribed`() {
    let source = BroadcastSource<Int>()
    let history = History<PublisherEvent<Int>>()
    let subscription = source.materialize().prefix(1).attach { history.record($0) }
    source.send(1)
    #expect(!source.hasSubscribers)
    source.finish()
    #expect(history.events == [.update(1)])
    subscription.invalidate()
  }

  @Test
  func `makes events that are hashable`() {
    #expect(Set<PublisherEvent<Int>>([.update(1), .update(1), .update(2), .ended]).count == 3)
  }
}

@Suite("Dematerialize")
struct DematerializeTests {
  @Test
  func `passes on the updates of events, and ends with the event that says so`() {
    let source = BroadcastSource<PublisherEvent<Int>>()
    let history = History<String>()
    let subscription = source.dematerialize().attach { history.record("\($0)") }
    subscription.whenEnded { history.record("end") }
    source.send(.update(1))
    source.send(.update(2))
    source.send(.ended)
    #expect(history.events == ["1", "2", "end"])
    #expect(!source.hasSubscribers)
  }

  @Test
  func `passes on nothing that is sent inside the end`() {
    let source = BroadcastSource<PublisherEvent<Int>>()
    let history = History<Int>()
    let subscription = source.dematerialize().attach { history.record($0) }
    subscription.whenEnded { source.send(.update(2)) }
    source.send(.update(1))
    source.send(.ended)
    #expect(history.events == [1])
    #expect(!subscription.isActive)
  }

  @Test
  func `ends inside the initial delivery, with what its subscriber sets there`() {
    let property = PublishedProperty(PublisherEvent.update(1))
    let history = History<Int>()
    let subscription = property.dematerialize().attach { update in
      history.record(update)
      property.value = .ended
      property.value = .update(2)
    }
    #expect(history.events == [1])
    #expect(!subscription.isActive)
    #expect(!property.hasSubscribers)
  }
}
