import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("Calling a method")
struct SubscribeCallingTests {
  @MainActor
  private final class Screen {
    var shown: [Int] = []

    func show(_ number: Int) {
      shown.append(number)
    }
  }

  private final class Log: Sendable {
    let history = History<Int>()

    func write(_ number: Int) {
      history.record(number)
    }
  }

  @Test
  @MainActor
  func `of a main-actor object happens there, and does not keep the object alive`() {
    let number = PublishedProperty(1)
    weak var weakScreen: Screen?
    let subscription: Subscription
    do {
      let screen = Screen()
      weakScreen = screen
      subscription = number.subscribe(calling: Screen.show, on: screen)
      number.value = 2
      #expect(screen.shown == [1, 2])
    }
    #expect(weakScreen == nil)
    number.value = 3
    #expect(!subscription.isActive)
    #expect(!number.hasSubscribers)
  }

  @Test
  func `of a Sendable object happens where updates are published`() {
    let numbers = BroadcastSource<Int>()
    let log = Log()
    let subscription = numbers.subscribe(calling: Log.write, on: log)
    numbers.send(1)
    #expect(log.history.events == [1])
    subscription.invalidate()
  }

  @Test
  @MainActor
  func `of a Sendable object happens on the main actor when subscribed there`() async {
    let numbers = BroadcastSource<Int>()
    let places = Places()
    let subscription = numbers.subscribe(calling: Places.note, on: places)
    await onThreads { _ in
      numbers.send(1)
      places.history.waitForCount(1)
    }
    #expect(places.history.events == ["main actor"])
    subscription.invalidate()
  }

  private final class Places: Sendable {
    let history = History<String>()

    func note(_ number: Int) {
      history.record(MainQueue.isCurrent ? "main actor" : "elsewhere")
    }
  }

  @Test
  func `of a Sendable object ends when that is gone`() {
    let numbers = BroadcastSource<Int>()
    let subscription = numbers.subscribe(calling: Log.write, on: Log())
    numbers.send(1)
    #expect(!subscription.isActive)
  }
}
