import TestSupport
import Testing
import Tidings

@Suite("CombineLatest of values")
struct CombineLatestOfValuesTests {
  @Test func `mutates its array in place, unless the last one is kept`() {
    let properties = (0..<100).map { PublishedProperty($0) }
    let sources = (0..<100).map { _ in BroadcastSource<Int>() }
    let addresses = [History<Int>(), History<Int>()]
    let kept = History<[Int]>()
    let subscriptions = [
      properties.map(\.publishedValue).combinedLatest().attach { addresses[0].record(Self.address(of: $0)) },
      sources.combinedLatest().attach { addresses[1].record(Self.address(of: $0)) },
      sources.combinedLatest().attach { kept.record($0) },
    ]
    for (index, source) in sources.enumerated() { source.send(index) }
    for number in 1...3 {
      properties[number].value = -number
      sources[number].send(-number)
    }
    for addresses in addresses.map(\.events) {
      #expect(addresses.count == 4)
      #if TIDINGS_THREAD_SANITIZER
        // The sanitizer would report the write as a race with the last access of the array.
        #expect(zip(addresses, addresses.dropFirst()).allSatisfy { $0 != $1 })
      #else
        // The first array is a copy of the array of optionals.
        #expect(Set(addresses.dropFirst()).count == 1)
      #endif
    }
    #expect(kept.events.map { $0[1...3].filter { $0 < 0 } } == [[], [-1], [-1, -2], [-1, -2, -3]])
    for subscription in subscriptions { subscription.invalidate() }
  }

  private static func address(of array: [Int]) -> Int {
    unsafe array.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
  }

  @Test func `combines three and four values of different types`() {
    let source = PublishedProperty(1)
    let value = source.publishedValue
    let three: PublishedValue<(Int, String, Bool)> = value.combineLatest(
      PublishedValue(constant: "a"), PublishedValue(constant: true))
    let four: PublishedValue<(Int, String, Int?, [Int])> = value.combineLatest(
      PublishedValue(constant: "a"), PublishedValue(constant: Int?.none), PublishedValue(constant: [5]))
    let history = History<String>()
    let subscriptions = [
      three.attach { a, b, c in history.record("\(a) \(b) \(c)") },
      four.attach { a, b, c, d in history.record("\(a) \(b) \(c as Any) \(d)") },
    ]
    source.value = 2
    #expect(history.events == [1, 2].flatMap { ["\($0) a true", "\($0) a nil [5]"] })
    #expect(three.value == (2, "a", true))
    #expect(four.value.0 == 2 && four.value.2 == nil && four.value.3 == [5])
    for subscription in subscriptions { subscription.invalidate() }
    #expect(!source.hasSubscribers)
  }

  @Test func `with a transform delivers an update only if the result changes, also in generic code`() {
    func isSame<Output: Sendable>(_ make: @escaping @Sendable (Bool) -> Output) -> [Int] {
      let first = PublishedProperty(1)
      let second = PublishedProperty(1)
      let a = first.publishedValue
      let b = second.publishedValue
      let two: PublishedValue<Output> = a.combineLatest(b) { make($0 == $1) }
      let three: PublishedValue<Output> = a.combineLatest(b, PublishedValue(constant: 0)) { a, b, _ in make(a == b) }
      let histories = [History<Void>(), History<Void>()]
      let subscriptions = [two.attach { _ in histories[0].record(()) }, three.attach { _ in histories[1].record(()) }]
      first.value = 2
      first.value = 3
      second.value = 3
      withExtendedLifetime(subscriptions) {}
      return histories.map(\.events.count)
    }
    #expect(isSame { $0 } == [3, 3])
    #expect(isSame { _ in 0 } == [1, 1])
  }

  @Test func `of an empty collection is a constant`() {
    let none: PublishedValue<[Int]> = [PublishedValue<Int>]().combinedLatest()
    let history = History<[Int]>()
    let constant = none.attach { history.record($0) }
    #expect(history.events == [[]])
    #expect(!constant.isActive)
    #expect(none.value == [])
  }

  @Test func `of values of one property delivers the new first value, and then both new values`() {
    let property = PublishedProperty(1)
    let tens = property.publishedValue.map { $0 * 10 }
    let hundreds = property.publishedValue.map { $0 * 100 }
    let history = History<String>()
    let subscriptions = [
      tens.combineLatest(hundreds).attach { history.record("\($0) \($1)") },
      hundreds.combineLatest(tens, property.publishedValue).attach { history.record("\($0) \($1) \($2)") },
    ]
    property.value = 2
    #expect(history.events.filter { $0.split(separator: " ").count == 2 } == ["10 100", "20 100", "20 200"])
    #expect(
      history.events.filter { $0.split(separator: " ").count == 3 } == ["100 10 1", "200 10 1", "200 20 1", "200 20 2"])
    for subscription in subscriptions { subscription.invalidate() }
  }

  @Test func `delivers the current value first and the last one last to subscribers on several threads`() async throws {
    for _ in 0..<5 {
      let properties = [PublishedProperty(0), PublishedProperty(0)]
      let combined = properties[0].publishedValue.combineLatest(properties[1].publishedValue)
      let permanent = [History<[Int]>(), History<[Int]>()]
      let subscriptions = permanent.map { history in combined.attach { history.record([$0, $1]) } }
      await onThreads(4) { index in
        if index < 2 {
          for value in 1...1_000 { properties[index].value = value }
        } else {
          for _ in 0..<300 { Self.checkVisit(to: combined, properties) }
        }
      }
      await onThreads { _ in for history in permanent { history.waitForCount(2_001) } }
      for history in permanent {
        Self.checkOrder(of: history.events)
        #expect(history.events.last == [1_000, 1_000])
        #expect(history.events.count == 2_001)
      }
      #expect(combined.value == (1_000, 1_000))
      withExtendedLifetime(subscriptions) {}
    }
  }

  /// Subscribes briefly, and checks that the first update is no older than the values before.
  private static func checkVisit(
    to combined: PublishedValue<(Int, Int)>, _ properties: [PublishedProperty<Int>]
  ) {
    let history = History<[Int]>()
    let before = properties.map(\.value)
    let subscription = combined.attach { history.record([$0, $1]) }
    let arrived = history.events
    let after = properties.map(\.value)
    subscription.invalidate()
    checkOrder(of: history.events)
    guard let first = arrived.first else {
      Issue.record("Nothing arrived before attach returned")
      return
    }
    #expect(zip(before, first).allSatisfy { $0 <= $1 })
    #expect(zip(first, after).allSatisfy { $0 <= $1 })
  }

  private static func checkOrder(of combinations: [[Int]]) {
    for index in 0..<2 {
      let seen = combinations.map { $0[index] }
      #expect(seen == seen.sorted())
    }
  }
}
