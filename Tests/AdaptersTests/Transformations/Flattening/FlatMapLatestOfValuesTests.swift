import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("FlatMapLatest of values")
struct FlatMapLatestOfValuesTests {
  private struct Room: Sendable {
    let temperature: PublishedProperty<Int>

    init(_ temperature: Int) {
      self.temperature = PublishedProperty(temperature)
    }
  }

  @Test func `does not notify subscribers of a switch to an equal value, also in generic code`() {
    func followed<Value: Sendable>(_ values: [PublishedProperty<Value>], by chosen: PublishedValue<Int>)
      -> PublishedValue<Value>
    {
      chosen.flatMapLatest { values[$0].publishedValue }
    }
    let values = [PublishedProperty(1), PublishedProperty(1)]
    let chosen = PublishedProperty(0)
    let histories = [History<Int>(), History<Int>()]
    let subscriptions = [
      chosen.publishedValue.flatMapLatest { values[$0].publishedValue }.attach { histories[0].record($0) },
      followed(values, by: chosen.publishedValue).attach { histories[1].record($0) },
    ]
    chosen.value = 1
    values[1].value = 2
    #expect(histories.map(\.events) == [[1, 2], [1, 2]])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `calls the transform once per change and subscriber, and once per read`() {
    let outer = PublishedProperty(0)
    let calls = History<Int>()
    let latest = outer.publishedValue.flatMapLatest { value in
      calls.record(value)
      return PublishedValue(constant: value)
    }
    let subscriptions = (0..<2).map { _ in latest.attach { _ in } }
    outer.value = 1
    #expect(calls.events == [0, 0, 1, 1])
    for _ in 0..<3 { #expect(latest.value == 1) }
    #expect(calls.events == [0, 0, 1, 1, 1, 1, 1])
    outer.value = 2
    #expect(latest.value == 2)
    #expect(calls.events == [0, 0, 1, 1, 1, 1, 1, 2, 2, 2])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `does not keep an outer value that was read and then replaced`() {
    final class Song: Sendable {
      let title = PublishedProperty("title")
    }
    let songs = PublishedProperty<Song?>(Song())
    weak let song = songs.value
    let title = songs.publishedValue.flatMapLatest { $0?.title.publishedValue ?? PublishedValue(constant: "none") }
    #expect(title.value == "title")
    songs.value = nil
    #expect(song == nil)
    #expect(title.value == "none")
  }

  @Test func `of constants delivers the value and ends`() {
    let latest = PublishedValue(constant: 1).flatMapLatest { PublishedValue(constant: $0 + 1) }
    let history = History<Int>()
    #expect(!latest.attach { history.record($0) }.isActive)
    #expect(history.events == [2])
  }

  @Test func `drops a change of the previous value that is in progress during the switch`() {
    let outer = PublishedProperty(0)
    let inner = [PublishedProperty(1), PublishedProperty(2)]
    let latest = outer.publishedValue.flatMapLatest { index in
      inner[index].publishedValue.map { value in
        if value == 7 { onOtherThread { outer.value = 1 } }
        return value
      }
    }
    let history = History<Int>()
    let subscription = latest.attach { history.record($0) }
    inner[0].value = 7
    inner[1].value = 3
    #expect(history.events == [1, 2, 3])
    subscription.invalidate()
  }

  @Test func `delivers the value before attach returns, even during the initial update of another subscriber`() async {
    let outer = PublishedProperty(0)
    let isFirst = Held(true)
    let history = History<Int>()
    let joined = Held<Subscription>()
    let latest = Held<PublishedValue<Int>>()
    latest.hold(
      outer.publishedValue.flatMapLatest { value in
        if isFirst.letGo() {
          onOtherThread {
            guard let latest = latest.current else { return }
            joined.hold(latest.attach { history.record($0) })
            history.record(-1)
          }
        }
        return PublishedValue(constant: value)
      })
    let subscription = latest.current?.attach { _ in }
    #expect(history.events == [0, -1])
    outer.value = 1
    #expect(history.events == [0, -1, 1])
    joined.letGo()
    subscription?.invalidate()
    #expect(!outer.hasSubscribers)
    latest.letGo()
  }

  @Test func `delivers the final value last and no outdated updates with several threads`() async {
    for _ in 0..<20 {
      let inner = (0..<50).map { PublishedProperty($0 * 100) }
      let outer = PublishedProperty(0)
      let latest = outer.publishedValue.flatMapLatest { inner[$0].publishedValue }
      let histories = (0..<2).map { _ in History<Int>() }
      let subscriptions = histories.map { history in latest.attach { history.record($0) } }
      await onThreads(3) { thread in
        if thread == 0 {
          for index in inner.indices { outer.value = index }
        } else {
          for index in inner.indices { for _ in 0..<10 { inner[index].mutate { $0 += 1 } } }
        }
      }
      await onThreads { _ in for history in histories { history.wait(for: 4_920) } }
      #expect(latest.value == 4_920)
      for history in histories {
        #expect(history.events.last == 4_920)
        // Values increase from source to source and within each source.
        #expect(history.events == history.events.sorted())
        #expect(Set(history.events).count == history.events.count)
      }
      withExtendedLifetime(subscriptions) {}
    }
  }
}
