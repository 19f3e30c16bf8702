import Foundation
import TestSupport
import Testing
import Tidings

@Suite("The value of an observed property")
struct PublishedValueForKeyPathTests {
  private let history = History<String>()

  @Test func `can be nil, and can be reached through an optional object that is replaced`() {
    let person = Person()
    let subscription = person.publishedValue(for: \.friend?.first)
      .attach { [history] in history.record($0 ?? "nobody") }
    let friend = Person()
    person.friend = friend
    friend.first = "Grace"
    person.friend = nil
    friend.first = "Joan"
    #expect(history.events == ["nobody", "Ada", "Grace", "nobody"])
    subscription.invalidate()
  }

  @Test func `reads the current value without subscribers`() {
    let person = Person()
    let value = person.publishedValue(for: \.fullName)
    #expect(value.value == "Ada Byron")
    person.last = "King"
    #expect(value.value == "Ada King")
  }

  @Test func `can be mapped from a type that is not Sendable`() {
    let person = Person()
    let value = person.publishedValue(for: \.friend) { $0?.first }
    let subscription = value.attach { [history] in history.record($0 ?? "nobody") }
    person.friend = Person()
    #expect(history.events == ["nobody", "Ada"])
    subscription.invalidate()
  }

  @Test func `does not keep the object alive, and ends with its last value`() async {
    await LiveScope.expectingNoLeaks {
      var person: Person? = Person()
      weak let witness = person
      let value = person!.publishedValue(for: \.first)
      let subscription = value.attach { [history] in history.record($0) }
      subscription.whenEnded { [history] in history.record("end") }
      person?.first = "Grace"
      person = nil
      #expect(witness == nil)
      #expect(!subscription.isActive)
      let late = value.attach { [history] in history.record("late \($0)") }
      late.whenEnded { [history] in history.record("late end") }
      #expect(history.events == ["Ada", "Grace", "end", "late Grace", "late end"])
    }
  }

  @Test func `is not observed after the release of the publisher and its subscriptions`() async {
    let person = Person()
    await LiveScope.expectingNoLeaks {
      let subscription = person.publishedValue(for: \.first).map { $0.count }.attach { _ in }
      person.first = "Grace"
      subscription.invalidate()
    }
  }

  @Test
  @MainActor
  func `is delivered on the main actor for a class that is not Sendable`() {
    let model = MainModel()
    let screen = Screen()
    screen.show(model)
    model.title = "Lists"
    #expect(screen.titles == ["", "Lists"])
  }

  @Test
  @MainActor
  func `can be bound to a property of an object, which notifies its observers`() {
    let model = MainModel()
    let other = MainModel()
    let observed = other.publishedValue(for: \.title).attach { [history] in history.record($0) }
    let subscription = model.publishedValue(for: \.title).bind(to: \.title, on: other)
    model.title = "Lists"
    #expect(history.events == ["", "Lists"])
    subscription.invalidate()
    observed.invalidate()
  }

  @Test func `is delivered in one order to all subscribers of several writing threads, the final value last`() async {
    let gauge = Gauge()
    let histories = [History<Int>(), History<Int>()]
    let value = gauge.publishedValue(for: \.level)
    let subscriptions = histories.map { value.attach($0.record) }
    await onThreads(3) { index in
      for update in 1...repetitions(2_000) { gauge.level = update * 3 + index }
    }
    let final = gauge.level
    await onThreads { _ in for history in histories { history.wait(for: final) } }
    #expect(value.value == final)
    let marker = final + 1_000_000
    gauge.level = marker
    await onThreads { _ in for history in histories { history.wait(for: marker) } }
    #expect(histories[0].events == histories[1].events)
    #expect(histories[0].events.suffix(2) == [final, marker])
    for subscription in subscriptions { subscription.invalidate() }
  }

  @Test func `ends once if the object is released while other threads write and subscribe`() async {
    for _ in 0..<repetitions(200) {
      let ends = History<Void>()
      let subscriptions = SubscriptionBag()
      let held = Held(Gauge())
      let value = held.current!.publishedValue(for: \.level)
      value.attach { _ in }.whenEnded { ends.record(()) }.store(in: subscriptions)
      await onThreads(3) { index in
        switch index {
        case 0: for level in 1...10 { held.current?.level = level }
        case 1: held.letGo()
        default: value.attach { _ in }.whenEnded { ends.record(()) }.store(in: subscriptions)
        }
      }
      await onThreads { _ in ends.waitForCount(2) }
      #expect(ends.events.count == 2)
    }
  }
}

@MainActor
private final class Screen {
  var titles: [String] = []
  private let subscriptions = SubscriptionBag()

  func show(_ model: MainModel) {
    model.publishedValue(for: \.title).subscribe { [weak self] in self?.titles.append($0) }.store(in: subscriptions)
  }
}
