import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("A combined value")
struct CombinedValueTests {
  private struct Known: Sendable {
    var left: Int?
    var right: Int?
  }

  private static func combined(
    _ left: some Publisher<Int>, _ right: some Publisher<Int>
  ) -> PublishedValue<String> {
    let known = Broadcaster(knowing: Known()) { inputs in
      inputs.connect(left) { known, value -> Int?? in
        if value < 0 { return nil }
        defer { known.left = value }
        return .some(known.left)
      }
      inputs.connect(right) { known, value -> Int?? in
        defer { known.right = value }
        return .some(known.right)
      }
    }
    let text = known.compactMap { known in
      if let left = known.left, let right = known.right { "\(left) \(right)" } else { nil }
    }
    return PublishedValue(text) { _ in "read" }
  }

  private let left = PublishedProperty(1)
  private let right = PublishedProperty(2)
  private let history = History<String>()

  private func listen(to value: PublishedValue<String>) -> Subscription {
    let subscription = value.attach { [history] in history.record($0) }
    subscription.whenEnded { [history] in history.record("end") }
    return subscription
  }

  @Test
  func `is there before subscribe returns, as one update, and follows every change`() {
    let subscription = listen(to: Self.combined(left, right))
    #expect(history.events == ["1 2"])
    right.value = 3
    left.value = 4
    #expect(history.events == ["1 2", "1 3", "4 3"])
    subscription.invalidate()
  }

  @Test
  func `is read without subscribing`() {
    #expect(Self.combined(left, right).value == "read")
    #expect(!left.hasSubscribers)
  }

  @Test
  func `comes when the last of its sources has told something`() {
    let late = BroadcastSource<Int>()
    let subscription = listen(to: Self.combined(left, late))
    #expect(history.events.isEmpty)
    left.value = 5
    late.send(6)
    #expect(history.events == ["5 6"])
    subscription.invalidate()
  }

  @Test
  func `lets go of its sources with each subscriber, who knows nothing of what others have heard`() {
    let events = BroadcastSource<Int>()
    let value = Self.combined(left, events)
    let first = listen(to: value)
    events.send(7)
    first.invalidate()
    #expect(!left.hasSubscribers)
    let second = listen(to: value)
    #expect(history.events == ["1 7"])
    second.invalidate()
  }

  @Test
  func `ends when all its sources have ended, and later subscribers get the last value and the end`() {
    let a = Held(PublishedProperty(1))
    let b = Held(PublishedProperty(2))
    guard let left = a.current?.publishedValue, let right = b.current?.publishedValue else { return }
    let value = Self.combined(left, right)
    let subscription = listen(to: value)
    a.letGo()
    #expect(subscription.isActive)
    b.current?.value = 3
    b.letGo()
    #expect(history.events == ["1 2", "1 3", "end"])
    #expect(!listen(to: value).isActive)
    #expect(history.events.suffix(2) == ["1 3", "end"])
  }

  @Test
  func `does not change when a change is refused`() {
    let subscription = listen(to: Self.combined(left, right))
    left.value = -1
    right.value = 3
    #expect(history.events == ["1 2", "1 3"])
    subscription.invalidate()
  }

  @Test
  func `lets a subscriber leave at its first value, and change a source inside`() {
    let subscription = Self.combined(left, right).prefix(2).attach { [history, left] value in
      history.record("begin \(value)")
      if value == "1 2" { left.value = 5 }
      history.record("return")
    }
    #expect(history.events == ["begin 1 2", "return", "begin 5 2", "return"])
    #expect(!subscription.isActive)
    #expect(!left.hasSubscribers)
  }

  @Test
  func `takes sources from elsewhere`() {
    let publisher = ForeignPublisher(first: [3, 4])
    let subscription = listen(to: Self.combined(publisher, right))
    #expect(history.events == ["4 2"])
    publisher.source.send(5)
    #expect(history.events == ["4 2", "5 2"])
    subscription.invalidate()
    #expect(!publisher.source.hasSubscribers)
  }

  @Test
  func `of two threads that change its sources loses no change, and the last update is the final value`() async {
    let value = Self.combined(left, right)
    let kept = listen(to: value)
    let rounds = 1_000
    let faults = History<String>()
    await onThreads(3) { [left, right] index in
      for round in 1...rounds {
        switch index {
        case 0: left.value = round + 1
        case 1: right.value = round + 2
        default:
          let first = History<String>()
          let subscription = value.attach { first.record($0) }
          if first.events.isEmpty { faults.record("nothing in round \(round)") }
          subscription.invalidate()
        }
      }
    }
    let last = "\(rounds + 1) \(rounds + 2)"
    await onThreads { [history] _ in history.wait(for: last) }
    #expect(history.events.last == last)
    #expect(history.events.count == 2 * rounds + 1)
    #expect(faults.events.isEmpty)
    kept.invalidate()
  }
}
