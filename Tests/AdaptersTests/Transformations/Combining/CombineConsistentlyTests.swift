import TestSupport
import Testing
import Tidings

@Suite("CombineConsistently")
struct CombineConsistentlyTests {
  @Test
  func `delivers one combination for each change of a property that its values are made from`() {
    let property = PublishedProperty(1)
    let value = property.publishedValue
    let tens = value.map { $0 * 10 }
    let hundreds = value.map { $0 * 100 }
    let pair = tens.combineLatest(hundreds)
    let histories = (0..<4).map { _ in History<String>() }
    let subscriptions = [
      tens.combineLatestConsistently(hundreds).attach { histories[0].record("\($0) \($1)") },
      tens.combineLatestConsistently(value, hundreds).attach { histories[1].record("\($0) \($1) \($2)") },
      tens.combineLatestConsistently(value.map { "\($0)" }, hundreds, value.map { $0 > 1 })
        .attach { histories[2].record("\($0) \($1) \($2) \($3)") },
      value.combineLatestConsistently(pair).attach { histories[3].record("\($0) \($1.0) \($1.1)") },
    ]
    property.value = 2
    property.value = 2
    property.value = 3
    #expect(histories[0].events == ["10 100", "20 200", "30 300"])
    #expect(histories[1].events == ["10 1 100", "20 2 200", "30 3 300"])
    #expect(histories[2].events == ["10 1 100 false", "20 2 200 true", "30 3 300 true"])
    #expect(histories[3].events.suffix(1) == ["3 30 300"])
    for subscription in subscriptions { subscription.invalidate() }
    #expect(!property.hasSubscribers)
  }

  @Test
  func `of independent properties delivers each change, and is readable`() {
    let first = PublishedProperty(1)
    let second = PublishedProperty("a")
    let combined = first.publishedValue.combineLatestConsistently(second.publishedValue)
    let history = History<String>()
    #expect(combined.value == (1, "a"))
    let subscription = combined.attach { history.record("\($0)\($1)") }
    first.value = 2
    second.value = "b"
    first.value = 1
    #expect(combined.value == (1, "b"))
    #expect(history.events == ["1a", "2a", "2b", "1b"])
    subscription.invalidate()
    #expect(!first.hasSubscribers)
    #expect(!second.hasSubscribers)
  }

  @Test
  func `ends when all have ended, after the last combination`() {
    var first: PublishedProperty<Int>? = PublishedProperty(1)
    var second: PublishedProperty<Int>? = PublishedProperty(2)
    let combined = first!.publishedValue.combineLatestConsistently(second!.publishedValue)
    let history = History<String>()
    let subscription = combined.attach { history.record("\($0)\($1)") }
    subscription.whenEnded { history.record("end") }
    first = nil
    second?.value = 3
    second = nil
    #expect(history.events == ["12", "13", "end"])
    #expect(first == nil && second == nil)
  }

  @Test
  func `may be read while a transformation sets one of the sources`() {
    let property = PublishedProperty(1)
    let follower = PublishedProperty(1)
    let squares = property.publishedValue.map { value in
      follower.value = value
      return value * value
    }
    let history = History<String>()
    let combined = follower.publishedValue.combineLatestConsistently(squares)
    let subscription = combined.attach { history.record("\($0) \($1)") }
    property.value = 3
    #expect(history.events.first == "1 1")
    #expect(history.events.last == "3 9")
    subscription.invalidate()
  }

  @Test
  func `reads again when a switch takes back as many changes as it makes`() {
    let chosen = PublishedProperty(0)
    let rooms = [PublishedProperty(0), PublishedProperty(20)]
    let isFirst = Held(true)
    let temperature = chosen.publishedValue.flatMapLatest { room in
      rooms[room].publishedValue.map { value in
        if isFirst.letGo() { onOtherThread { chosen.value = 1 } }
        return value
      }
    }
    // The switch changes the chosen room, which is read twice; the former room has changed twice more than the new one.
    rooms[0].value = 5
    rooms[0].value = 10
    let combined = temperature.combineLatestConsistently(chosen.publishedValue)
    #expect(combined.value == (20, 1))
  }

  @Test
  func `reads its sources once for each reading, also if a transformation makes a new property each time`() {
    let property = PublishedProperty(1)
    let calls = History<Int>()
    let changed = property.publishedValue.flatMapLatest { value in
      calls.record(value)
      let new = PublishedProperty(0)
      for change in 1...calls.events.count { new.value = change * 10 }
      return new.publishedValue
    }
    let combined = changed.combineLatestConsistently(property.publishedValue)
    #expect(combined.value == (10, 1))
    #expect(combined.value == (20, 1))
    #expect(calls.events == [1, 1])
  }

  @Test
  func `set from inside a delivery, delivers when the closure has returned, and the same to everybody`() {
    let first = PublishedProperty(1)
    let second = PublishedProperty(1)
    let combined = first.publishedValue.combineLatestConsistently(second.publishedValue)
    let histories = [History<String>(), History<String>()]
    let subscriptions = histories.indices.map { index in
      combined.attach { a, b in
        histories[index].record("\(a)\(b)")
        if index == 0, a == 2, b == 1 { second.value = 2 }
      }
    }
    first.value = 2
    #expect(histories[0].events == ["11", "21", "22"])
    #expect(histories[1].events == ["11", "22"])
    for subscription in subscriptions { subscription.invalidate() }
  }

  @Test
  func `delivers only combinations that existed, and the last one last, on any threads`() async {
    let property = Held(PublishedProperty(false))
    let combined = Self.opposites(of: property.current!.publishedValue)
    let history = History<[Bool]>()
    let ended = History<Void>()
    let faults = History<String>()
    let subscription = combined.attach { history.record([$0, $1]) }
    subscription.whenEnded { ended.record(()) }
    await onThreads(4) { index in
      for _ in 0..<501 {
        if index < 2 {
          property.current?.mutate { $0.toggle() }
          if index == 1 { property.current?.mutate { $0.toggle() } }
        } else {
          let visit = History<[Bool]>()
          combined.attach { visit.record([$0, $1]) }.invalidate()
          let read = combined.value
          let isFault = visit.events.isEmpty || visit.events.contains { $0[0] == $0[1] } || read.0 == read.1
          if isFault { faults.record("\(visit.events) \(read)") }
        }
      }
    }
    property.letGo()
    await onThreads { _ in ended.waitForCount(1) }
    #expect(faults.events.isEmpty)
    #expect(history.events.allSatisfy { $0[0] != $0[1] })
    #expect(history.events.last == [true, false])
  }

  private static func opposites(of value: PublishedValue<Bool>) -> PublishedValue<(Bool, Bool)> {
    value.map { $0 }.combineLatestConsistently(value.map { !$0 })
  }
}
