import TestSupport
import Testing
import Tidings

@Suite("A value publisher")
struct ValuePublisherTests {
  @Test func `that is a property is not kept alive by combinations, which end when it is released`() {
    var first: PublishedProperty<Int>? = PublishedProperty(1)
    var second: PublishedProperty<String>? = PublishedProperty("a")
    let history = History<String>()
    let combined = [
      first!.combineLatest(second!).map { "\($0)\($1)" },
      first!.combineLatest(second!, PublishedValue(constant: "")).map { "\($0)\($1)\($2)" },
      [first!.map(\.description), second!.map(\.self)].combinedLatest().map { $0.joined() },
    ]
    let subscriptions = combined.map { value in
      value.subscribe(isolation: nil) {
        history.record($0)
      } ended: {
        history.record("end")
      }
    }
    second?.value = "b"
    weak let weakFirst = first
    weak let weakSecond = second
    first = nil
    second = nil
    #expect(weakFirst == nil)
    #expect(weakSecond == nil)
    for event in ["1a", "1b", "end"] { #expect(history.events.filter { $0 == event }.count == combined.count) }
    #expect(combined.allSatisfy { $0.value == "1b" })
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `of a custom type only needs to provide its published value`() {
    struct Thermometer: ValuePublisher {
      let publishedValue: PublishedValue<Double>
    }
    let degrees = PublishedProperty(20.0)
    let thermometer = Thermometer(publishedValue: degrees.publishedValue)
    let history = History<Double>()
    let rounded = thermometer.map { $0.rounded() }
    let subscriptions = [thermometer.attach { history.record($0) }, rounded.attach { history.record($0) }]
    degrees.value = 20.4
    #expect(history.events == [20, 20, 20.4])
    #expect(thermometer.value == 20.4)
    #expect(rounded.value == 20)
    subscriptions.invalidateAll()
  }
}
