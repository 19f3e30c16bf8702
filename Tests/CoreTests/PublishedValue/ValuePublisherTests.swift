import TestSupport
import Testing
import Tidings

@Suite("A value publisher")
struct ValuePublisherTests {
  @Test
  func `that is a property is transformed as a value: what stays the same updates nobody`() {
    let property = PublishedProperty(1)
    let isPositive = property.map { $0 > 0 }
    let history = History<Bool>()
    let subscription = isPositive.attach { history.record($0) }
    for value in [2, 3, -1] { property.value = value }
    #expect(history.events == [true, false])
    #expect(isPositive.value == false)
    subscription.invalidate()
  }

  @Test
  func `that is a property is not kept alive by what it is combined to, which ends with it`() {
    var first: PublishedProperty<Int>? = PublishedProperty(1)
    var second: PublishedProperty<String>? = PublishedProperty("a")
    let history = History<String>()
    let combined = [
      first!.combineLatest(second!).map { "\($0)\($1)" },
      first!.combineLatest(second!, PublishedValue(constant: "")).map { "\($0)\($1)\($2)" },
      first!.combineLatestConsistently(second!).map { "\($0)\($1)" },
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

  @Test
  func `is followed by flatMapLatest whatever its type`() {
    let rooms = [PublishedProperty(20), PublishedProperty(25)]
    let chosen = PublishedProperty(0)
    let history = History<Int>()
    let followed = [chosen.flatMapLatest { rooms[$0] }, chosen.map { rooms[$0] }.flatMapLatest { $0 }]
    let subscriptions = followed.map { value in value.attach { history.record($0) } }
    rooms[0].value = 21
    chosen.value = 1
    #expect(history.events == [20, 20, 21, 21, 25, 25])
    #expect(followed.map(\.value) == [25, 25])
    subscriptions.invalidateAll()
  }

  @Test
  func `of one's own needs nothing but its published value`() {
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

  @Test
  func `that is an asynchronous value is transformed as a value`() {
    let property = PublishedProperty(1)
    let volume = AsyncValue(property.publishedValue) { property.value = $0 }
    let isOn = volume.map { $0 > 0 }
    let history = History<Bool>()
    let subscription = isOn.attach { history.record($0) }
    for value in [2, 0] { volume.set(value) }
    #expect(history.events == [true, false])
    #expect(isOn.value == false)
    subscription.invalidate()
  }
}
