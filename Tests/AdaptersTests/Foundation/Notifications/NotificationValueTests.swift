import Foundation
import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("A value whose changes are posted as notifications", .timeLimit(.minutes(10)))
struct NotificationValueTests {
  private let center = NotificationCenter()
  private let history = History<Int>()
  private let number = Held(1)

  private func set(_ new: Int) {
    number.hold(new)
    center.post(name: .numberDidChange, object: nil)
  }

  private func value() -> PublishedValue<Int> {
    center.publishedValue(for: .numberDidChange, isolation: nil) { [number] in number.current ?? 0 }
  }

  @Test func `is read again for each access`() {
    let value = value()
    number.hold(5)
    #expect(value.value == 5)
    let subscription = value.attach { _ in }
    number.hold(6)
    #expect(value.value == 6)
    subscription.invalidate()
  }

  @Test func `misses no change during the first read`() {
    let number = Held(1)
    let first = Held(true)
    let value = center.publishedValue(for: .numberDidChange, isolation: nil) { [center] in
      let read = number.current ?? 0
      if read == 2, first.letGo() {
        // Simulates another thread during the reading.
        number.hold(3)
        center.post(name: .numberDidChange, object: nil)
      }
      return read
    }
    number.hold(2)
    let subscription = value.attach { [history] in history.record($0) }
    #expect(history.events.last == 3)
    subscription.invalidate()
  }

  @Test @MainActor func `reads main-actor state on the main actor, and notifies subscribers there immediately`() {
    let model = Screen()
    let value = center.publishedValue(for: .numberDidChange) { model.number }
    let subscription = value.subscribe { [history] in history.record($0) }
    model.number = 2
    center.post(name: .numberDidChange, object: nil)
    #expect(history.events == [1, 2])
    subscription.invalidate()
  }

  @Test @MainActor func `hops to the main actor to read if the notification is posted on another thread`() async {
    let model = Screen()
    let value = center.publishedValue(for: .numberDidChange) { model.number }
    let subscription = value.attach { [history] in history.record($0) }
    model.number = 2
    await onThreads { [center] _ in center.post(name: .numberDidChange, object: nil) }
    await onThreads { [history] _ in history.wait(for: 2) }
    #expect(history.events == [1, 2])
    subscription.invalidate()
  }

  @Test
  @MainActor func `delivers the last read value and then the current one on a thread that cannot read it`() async {
    let model = Screen()
    let value = center.publishedValue(for: .numberDidChange) { model.number }
    model.number = 2
    await onThreads { [history] _ in
      #expect(value.value == 1)
      let subscription = value.attach { history.record($0) }
      history.wait(for: 2)
      subscription.invalidate()
    }
    #expect(history.events == [1, 2] || history.events == [2])
  }

  @Test func `does not read after the release of its object`() {
    let reads = History<Void>()
    var object: Poster? = Poster()
    let value = center.publishedValue(for: .numberDidChange, object: object, isolation: nil) { () -> Int in
      reads.record(())
      return 1
    }
    object = nil
    let subscription = value.attach { [history] in history.record($0) }
    #expect(!subscription.isActive)
    #expect(history.events == [1])
    #expect(reads.events.count == 1)
  }

  @Test func `ends with its last value after the release of its object`() {
    let ends = History<Void>()
    var object: Poster? = Poster()
    let value = center.publishedValue(for: .numberDidChange, object: object, isolation: nil) { [number] in
      number.current ?? 0
    }
    let subscription = value.attach { [history] in history.record($0) }
    subscription.whenEnded { ends.record(()) }
    number.hold(2)
    center.post(name: .numberDidChange, object: object)
    object = nil
    number.hold(3)
    #expect(value.value == 2)
    center.post(name: .numberDidChange, object: nil)
    #expect(ends.events.count == 1)
    #expect(history.events == [1, 2])
    #expect(value.value == 2)
    #expect(!value.attach { _ in }.isActive)
  }

  @Test func `traps if its closure is isolated to another actor than the caller`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await onThreads { _ in
        let center = NotificationCenter()
        let value = center.publishedValue(for: .numberDidChange, isolation: nil) { @MainActor in 1 }
        withExtendedLifetime(value) {}
      }
    }
    #expect(result.message.contains("Call it on that actor."))
  }
}

extension Notification.Name {
  fileprivate static let numberDidChange = Notification.Name("numberDidChange")
}

@MainActor private final class Screen {
  var number = 1
}

private final class Poster: Sendable {}
