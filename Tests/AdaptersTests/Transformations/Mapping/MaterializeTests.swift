import TestSupport
import Testing
import Tidings

@Suite("Materialize")
struct MaterializeTests {
  @Test func `delivers hashable events`() {
    #expect(Set<PublisherEvent<Int>>([.update(1), .update(1), .update(2), .ended]).count == 3)
  }
}

@Suite("Dematerialize")
struct DematerializeTests {
  @Test func `delivers no update that is sent during the end`() {
    let source = BroadcastSource<PublisherEvent<Int>>()
    let history = History<Int>()
    let subscription = source.dematerialize().attach { history.record($0) }
    subscription.whenEnded { source.send(.update(2)) }
    source.send(.update(1))
    source.send(.ended)
    #expect(history.events == [1])
    #expect(!subscription.isActive)
  }

  @Test func `ends during the initial delivery if its subscriber sets the end there`() {
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
