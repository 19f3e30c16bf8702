import TestSupport
import Testing
import Tidings
import TidingsCore

@testable import TidingsAdapters

@Suite("SwitchToLatest")
struct SwitchToLatestTests {
  @Test("passes on only what the newest sends")
  func newest() {
    let outer = BroadcastSource<Int>()
    let inner = (0..<2).map { _ in BroadcastSource<String>() }
    let history = History<String>()
    let subscription = outer.flatMapLatest { inner[$0] }.attach { history.record($0) }
    outer.send(0)
    inner[0].send("a1")
    outer.send(1)
    #expect(!inner[0].hasSubscribers)
    inner[0].send("a2")
    inner[1].send("b1")
    #expect(history.events == ["a1", "b1"])
    subscription.invalidate()
    #expect(!outer.hasSubscribers && !inner[1].hasSubscribers)
  }

  @Test("of publishers that are sent themselves")
  func publishers() {
    let outer = BroadcastSource<BroadcastSource<Int>>()
    let first = BroadcastSource<Int>()
    let history = History<Int>()
    let subscription = outer.switchToLatest().attach { history.record($0) }
    outer.send(first)
    first.send(1)
    outer.send(BroadcastSource())
    first.send(2)
    #expect(history.events == [1])
    subscription.invalidate()
  }

  @Test("gives the former one up before the transform makes the next, and before that is subscribed to")
  func order() {
    let outer = BroadcastSource<String>()
    let log = History<String>()
    let subscription = outer.flatMapLatest { name in
      log.record("transform \(name)")
      return Broadcaster<Int> { source in
        log.record("start \(name)")
        return Subscription {
          withExtendedLifetime(source) {}
          log.record("stop \(name)")
        }
      }
    }.attach { _ in }
    outer.send("a")
    outer.send("b")
    #expect(log.events == ["transform a", "start a", "stop a", "transform b", "start b"])
    subscription.invalidate()
    #expect(log.events.last == "stop b")
  }

  @Test("ends when the outer publisher and the newest have ended, whichever is last")
  func end() {
    for isOuterFirst in [true, false] {
      let outer = BroadcastSource<Int>()
      let inner = (0..<2).map { _ in BroadcastSource<Int>() }
      let subscription = outer.flatMapLatest { inner[$0] }.attach { _ in }
      outer.send(0)
      outer.send(1)
      inner[0].finish()
      if isOuterFirst { outer.finish() } else { inner[1].finish() }
      #expect(subscription.isActive)
      if isOuterFirst { inner[1].finish() } else { outer.finish() }
      #expect(!subscription.isActive)
    }
  }

  @Test("does not pass on what the former one has sent before the switch and is still on its way")
  func lateUpdate() {
    let outer = BroadcastSource<Int>()
    let inner = (0..<2).map { _ in BroadcastSource<String>() }
    let history = History<String>()
    let subscription = outer.flatMapLatest { inner[$0] }.attach { update in
      history.record(update)
      guard update == "a1" else { return }
      outer.send(1)
      inner[0].send("a2")
    }
    outer.send(0)
    inner[0].send("a1")
    inner[1].send("b1")
    #expect(history.events == ["a1", "b1"])
    subscription.invalidate()
  }

  @Test("passes on what is waiting of one that has ended by itself")
  func endedByItself() {
    let outer = BroadcastSource<Int>()
    let history = History<Int>()
    let subscription = outer.flatMapLatest { Broadcaster.just($0, $0 + 1) }.attach { history.record($0) }
    outer.send(1)
    outer.send(5)
    #expect(history.events == [1, 2, 5, 6])
    subscription.invalidate()
  }

  @Test("follows nothing when the subscriber leaves inside the transform")
  func leavingInside() {
    let source = BroadcastSource<Int>()
    let inner = BroadcastSource<Int>()
    let own = Held<Subscription>()
    own.hold(
      source.flatMapLatest { _ in
        own.current?.invalidate()
        return inner
      }.attach { _ in })
    source.send(1)
    #expect(!inner.hasSubscribers)
    own.letGo()
  }

  @Test("cancels the task of the former update, which nobody else listens to")
  func tasks() {
    let searches = BroadcastSource<String>()
    let log = History<String>()
    let runs = History<TaskRun<Double, String, Never>>()
    let history = History<TaskUpdate<Double, String, Never>>()
    let subscription = searches.flatMapLatest { text in
      PublishedTask<Double, String, Never>(start: { run in
        log.record("start \(text)")
        runs.record(run)
        return Subscription { log.record("cancel \(text)") }
      })
    }.attach { history.record($0) }
    searches.send("a")
    runs.events[0].report(0.5)
    searches.send("ab")
    #expect(log.events == ["start a", "cancel a", "start ab"])
    runs.events[0].succeed("late")
    runs.events[1].succeed("found")
    #expect(history.events == [.inProgress(0.5), .completed(.success("found"))])
    searches.send("abc")
    #expect(log.events == ["start a", "cancel a", "start ab", "start abc"])
    subscription.invalidate()
    #expect(log.events.last == "cancel abc")
  }

  @Test("lets the task of the former update run on for others who listen to it")
  func sharedTask() {
    let log = History<String>()
    let task = PublishedTask<Never, Int, Never>(start: { run in
      log.record("start")
      return Subscription {
        withExtendedLifetime(run) {}
        log.record("cancel")
      }
    })
    let other = task.attach { _ in }
    let source = BroadcastSource<Bool>()
    let subscription = source.flatMapLatest { $0 ? task : .pending() }.attach { _ in }
    source.send(true)
    source.send(false)
    #expect(log.events == ["start"])
    other.invalidate()
    #expect(log.events == ["start", "cancel"])
    subscription.invalidate()
  }

  @Test("drops an update of the former source that another thread had begun when the switch came")
  func begunUpdate() {
    let outer = BroadcastSource<Int>()
    let inner = (0..<2).map { _ in BroadcastSource<String>() }
    let history = History<String>()
    let subscription = outer.flatMapLatest { index in
      inner[index].map { update in
        if update == "a" { onOtherThread { outer.send(1) } }
        return update
      }
    }.attach { history.record($0) }
    outer.send(0)
    inner[0].send("a")
    inner[1].send("b")
    #expect(history.events == ["b"])
    subscription.invalidate()
  }

  @Test("delivers no update of a former source after one of a newer, whatever the threads")
  func threads() async {
    let outer = BroadcastSource<Int>()
    let inner = (0..<200).map { _ in BroadcastSource<Int>() }
    let history = History<Int>()
    let subscription = outer.flatMapLatest { index in
      index < 200 ? inner[index].asBroadcaster() : .just(index)
    }.attach { history.record($0) }
    outer.send(0)
    await onThreads(3) { thread in
      if thread == 0 {
        for index in inner.indices {
          outer.send(index)
          inner[index].send(index)
        }
      } else {
        for index in inner.indices { for _ in 0..<20 { inner[index].send(index) } }
      }
    }
    // The last switch may still be on its way, so only the outer source can say something that must arrive.
    outer.send(1_000)
    await onThreads { _ in history.wait(for: 1_000) }
    #expect(history.events == history.events.sorted())
    subscription.invalidate()
  }
}

@Suite("SwitchToLatest of values")
struct SwitchToLatestValueTests {
  private struct Room: Sendable {
    let temperature: PublishedProperty<Int>

    init(_ temperature: Int) {
      self.temperature = PublishedProperty(temperature)
    }
  }

  @Test("is the value of the current value, and follows both")
  func value() {
    let rooms = [Room(1), Room(2)]
    let chosen = PublishedProperty(0)
    let temperature = chosen.publishedValue.flatMapLatest { rooms[$0].temperature.publishedValue }
    #expect(temperature.value == 1)
    let history = History<Int>()
    let subscription = temperature.attach { history.record($0) }
    rooms[0].temperature.value = 3
    chosen.value = 1
    rooms[0].temperature.value = 4
    rooms[1].temperature.value = 5
    #expect(history.events == [1, 3, 2, 5])
    #expect(temperature.value == 5)
    subscription.invalidate()
    #expect(!chosen.hasSubscribers && !rooms[1].temperature.hasSubscribers)
  }

  @Test("updates nobody by a switch to an equal value, also in generic code")
  func equalValues() {
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

  @Test("of values that are the value themselves")
  func valuesOfAValue() {
    let first = PublishedProperty(1)
    let outer = PublishedProperty(first.publishedValue)
    let latest = outer.publishedValue.switchToLatest()
    let history = History<Int>()
    let subscription = latest.attach { history.record($0) }
    outer.value = PublishedValue(constant: 2)
    first.value = 3
    #expect(history.events == [1, 2])
    #expect(latest.value == 2)
    subscription.invalidate()
  }

  @Test("calls the transform once a change for each subscriber, and once for each reading")
  func transformCalls() {
    let outer = PublishedProperty(0)
    let calls = History<Int>()
    let latest = outer.publishedValue.flatMapLatest { value in
      calls.record(value)
      return PublishedValue(constant: value)
    }
    let subscriptions = (0..<2).map { _ in latest.attach { _ in } }
    outer.value = 1
    #expect(calls.events == [0, 0, 1, 1])
    #expect(latest.value == 1)
    #expect(calls.events == [0, 0, 1, 1, 1])
    withExtendedLifetime(subscriptions) {}
  }

  @Test("ends when both have ended, whichever is last, and then keeps its last value")
  func end() {
    for isOuterFirst in [true, false] {
      let outer = Held(PublishedProperty(0))
      let inner = Held(PublishedProperty(1))
      guard let value = inner.current?.publishedValue else { return }
      let latest = outer.current?.publishedValue.flatMapLatest { _ in value }
      let history = History<String>()
      let subscription = latest?.attach { history.record("\($0)") }
      subscription?.whenEnded { history.record("end") }
      if isOuterFirst { outer.letGo() } else { inner.letGo() }
      #expect(subscription?.isActive == true)
      inner.current?.value = 2
      let last = isOuterFirst ? "2" : "1"
      if isOuterFirst { inner.letGo() } else { outer.letGo() }
      #expect(history.events == (isOuterFirst ? ["1", "2", "end"] : ["1", "end"]))
      let late = latest?.attach { history.record("late \($0)") }
      #expect(history.events.last == "late \(last)")
      #expect(late?.isActive == false)
    }
  }

  @Test("follows the next value when the one before has ended")
  func endedInner() {
    let outer = PublishedProperty(0)
    let history = History<Int>()
    let property = PublishedProperty(5)
    let subscription = outer.publishedValue.flatMapLatest {
      $0 == 0 ? PublishedValue(constant: 1) : property.publishedValue
    }.attach { history.record($0) }
    outer.value = 1
    property.value = 6
    #expect(history.events == [1, 5, 6])
    subscription.invalidate()
  }

  @Test("of constants has ended when it has told its value")
  func constants() {
    let latest = PublishedValue(constant: 1).flatMapLatest { PublishedValue(constant: $0 + 1) }
    let history = History<Int>()
    #expect(!latest.attach { history.record($0) }.isActive)
    #expect(history.events == [2])
  }

  @Test("drops a change of the former value that another thread had begun when the switch came")
  func begunChange() {
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

  @Test("gives up both when ended from inside its first update")
  func endingInside() {
    let outer = PublishedProperty(0)
    let inner = PublishedProperty(1)
    let subscription = outer.publishedValue.flatMapLatest { _ in inner.publishedValue }.prefix(1).attach { _ in }
    #expect(!subscription.isActive)
    #expect(!outer.hasSubscribers && !inner.hasSubscribers)
  }

  @Test("switches once more when the outer value is set from inside a delivery")
  func reentrancy() {
    let outer = PublishedProperty(0)
    let history = History<Int>()
    let subscription = outer.publishedValue.flatMapLatest { PublishedValue(constant: $0) }.attach { value in
      history.record(value)
      if value < 3 { outer.value = value + 1 }
    }
    #expect(history.events == [0, 1, 2, 3])
    subscription.invalidate()
  }

  @Test("tells a subscriber its value before subscribe returns, also in the middle of another's first update")
  func joiningInTheMiddle() async {
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

  @Test("tells each of many who come and go at once the value first, and loses no change")
  func joiningTogether() async {
    let outer = PublishedProperty(0)
    let latest = outer.publishedValue.flatMapLatest { PublishedValue(constant: $0) }
    let faults = History<String>()
    await onThreads(4) { _ in
      for _ in 0..<500 {
        let history = History<Int>()
        let subscription = latest.attach { history.record($0) }
        if history.events != [0] { faults.record("\(history.events)") }
        subscription.invalidate()
      }
    }
    #expect(faults.events.isEmpty)
    #expect(!outer.hasSubscribers)
  }

  @Test("ends with the final value and tells none of a former one, whatever the threads")
  func threads() async {
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
        // Values grow with the source that they come from, and in each source.
        #expect(history.events == history.events.sorted())
        #expect(Set(history.events).count == history.events.count)
      }
      withExtendedLifetime(subscriptions) {}
    }
  }
}

@Suite("Which publisher is the latest")
struct LatestFollowedTests {
  @Test("the end of the one that is followed counts, that of a former one does not")
  func ends() {
    var latest = LatestFollowed()
    let first = latest.follow()
    let second = latest.follow()
    let isOver = (latest.ended(), latest.innerEnded(first), latest.innerEnded(second))
    #expect(isOver == (false, false, true))
  }

  @Test("it is over with the outer publisher when none was ever followed, or the last one has ended")
  func outerEnd() {
    var none = LatestFollowed()
    let isOverWithNone = none.ended()
    #expect(isOverWithNone)
    var one = LatestFollowed()
    let number = one.follow()
    let isOver = (one.innerEnded(number), one.ended())
    #expect(isOver == (false, true))
  }

  @Test("what it gives up it gives up once")
  func leaving() {
    var latest = LatestFollowed()
    let number = latest.follow()
    latest.slot = SubscriptionSlot()
    let slots = (latest.leave(), latest.leave())
    #expect(slots.0 != nil && slots.1 == nil)
    let isOver = (latest.innerEnded(number), latest.ended())
    #expect(isOver == (false, true))
  }

  @Test("a value of a former one is refused once a newer one has told its own")
  func refusal() {
    var known = LatestKnown<Int>()
    let accepted = [(1, 1), (2, 1), (3, 2), (4, 1), (5, 2)].map { known.replace(by: $0, from: $1) != nil }
    #expect(accepted == [true, true, true, false, true])
    #expect(known.output == 5)
  }
}
