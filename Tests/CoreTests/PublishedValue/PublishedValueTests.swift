import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("A published value")
struct PublishedValueTests {
  @Test func `that is constant delivers its value and ends`() {
    let history = History<String>()
    let value = PublishedValue(constant: 3)
    let subscription = value.subscribe {
      history.record("\($0)")
    } ended: {
      history.record("end")
    }
    #expect(history.events == ["3", "end"])
    #expect(!subscription.isActive)
    #expect(value.value == 3)
  }

  @Test func `delivers the last value that its start closure sets to its first subscriber`() {
    let value = PublishedValue(initial: 0) { property in
      property.value = 1
      property.value = 2
      return Subscription { withExtendedLifetime(property) {} }
    }
    let history = History<Int>()
    let subscription = value.subscribe { history.record($0) }
    #expect(history.events == [2])
    #expect(value.value == 2)
    subscription.invalidate()
    #expect(value.value == 0)
  }

  @Test func `outlives its property, and keeps its last value`() {
    var property: PublishedProperty<Int>? = PublishedProperty(1)
    let value = property?.publishedValue
    property?.value = 2
    property = nil
    let history = History<String>()
    let late = value?.subscribe {
      history.record("\($0)")
    } ended: {
      history.record("end")
    }
    #expect(history.events == ["2", "end"])
    #expect(value?.value == 2)
    #expect(late?.isActive == false)
  }

  @Test func `calls one closure with the initial value and another with the updates`() {
    let property = PublishedProperty(1)
    let history = History<String>()
    let subscription = property.publishedValue.subscribe {
      history.record("initial \($0)")
    } updates: {
      history.record("update \($0)")
    }
    property.value = 2
    property.value = 3
    #expect(history.events == ["initial 1", "update 2", "update 3"])
    subscription.invalidate()
  }

  @Test func `calls the initial closure once for each subscriber`() {
    let property = PublishedProperty(1)
    let history = History<String>()
    let value = property.publishedValue
    let first = value.subscribe(initial: { history.record("a \($0)") }, updates: { history.record("a+ \($0)") })
    property.value = 2
    let second = value.subscribe(initial: { history.record("b \($0)") }, updates: { history.record("b+ \($0)") })
    #expect(history.events == ["a 1", "a+ 2", "b 2"])
    first.invalidate()
    second.invalidate()
  }
}
