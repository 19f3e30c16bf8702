import TestSupport
import Testing
import Tidings

@Suite("The latest update as a value")
struct PublisherPublishedValueTests {
  @Test func `delivers immediate updates only to the first subscriber`() {
    let property = PublishedProperty(5)
    let value = property.broadcaster().publishedValue(initial: 0)
    let history = History<Int>()
    let subscription = value.attach { history.record($0) }
    #expect(history.events == [5])
    subscription.invalidate()
  }

  @Test func `compares values in generic code, too, and references by identity`() {
    final class Thing: Sendable {}
    func changes<Update: Sendable>(of updates: [Update]) -> Int {
      let source = BroadcastSource<Update>()
      let history = History<Update>()
      let subscription = source.publishedValue(initial: updates[0]).attach { history.record($0) }
      for update in updates { source.send(update) }
      subscription.invalidate()
      return history.events.count
    }
    let things = [Thing(), Thing()]
    #expect(changes(of: [1, 1, 2, 1]) == 3)
    #expect(changes(of: [things[0], things[0], things[1], things[1]]) == 2)
  }

  @Test func `keeps its last value without subscribers if requested`() {
    let source = BroadcastSource<Int>()
    let value = source.publishedValue(initial: 0, whenUnused: .keeping)
    #expect(value.value == 0)
    let subscription = value.attach { _ in }
    source.send(1)
    subscription.invalidate()
    #expect(value.value == 1)
    let history = History<Int>()
    let next = value.attach { history.record($0) }
    source.send(1)
    source.send(2)
    #expect(history.events == [1, 2])
    next.invalidate()
  }
}
