import Foundation
import Synchronization
import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("A broadcaster of notifications", .timeLimit(.minutes(10)))
struct NotificationBroadcasterTests {
  private let center = NotificationCenter()
  private let history = History<Int>()

  private func numbers(from object: AnyObject? = nil) -> Broadcaster<Int> {
    center.broadcaster(for: .number, object: object) { $0.userInfo?["n"] as? Int }
  }

  private func post(_ number: Any?, from object: AnyObject? = nil) {
    center.post(name: .number, object: object, userInfo: number.map { ["n": $0] })
  }

  @Test
  func `delivers what the closure makes of each notification, before post returns`() {
    let subscription = numbers().attach { [history] in history.record($0) }
    post(1)
    #expect(history.events == [1])
    subscription.invalidate()
  }

  @Test
  func `drops updates for which the closure returns nil`() {
    let subscription = numbers().attach { [history] in history.record($0) }
    post("one")
    post(nil)
    post(2)
    #expect(history.events == [2])
    subscription.invalidate()
  }

  @Test
  func `hears the notifications of its name alone`() {
    let subscription = center.broadcaster(for: .number).attach { [history] in history.record(0) }
    center.post(name: .other, object: nil)
    #expect(history.events.isEmpty)
    subscription.invalidate()
  }

  @Test
  func `without a name hears all of them`() {
    let names = History<String>()
    let subscription = center.broadcaster(for: nil) { $0.name.rawValue }.attach { names.record($0) }
    center.post(name: .number, object: nil)
    center.post(name: .other, object: nil)
    #expect(names.events == ["number", "other"])
    subscription.invalidate()
  }

  @Test
  func `without a closure delivers that it was posted`() {
    let subscription = center.broadcaster(for: .number).attach { [history] in history.record(0) }
    post(nil)
    post("anything")
    #expect(history.events == [0, 0])
    subscription.invalidate()
  }

  @Test
  func `of an object hears the notifications of that object alone`() {
    let object = Poster()
    let other = Poster()
    let subscription = numbers(from: object).attach { [history] in history.record($0) }
    post(1, from: object)
    post(2, from: other)
    post(3)
    #expect(history.events == [1])
    subscription.invalidate()
  }

  @Test
  func `calls the closure once for all subscribers, and not without subscribers`() {
    let calls = History<Void>()
    let facts = center.broadcaster(for: .number) { _ in calls.record(()) }
    post(0)
    #expect(calls.events.isEmpty)
    let first = facts.attach { _ in }
    let second = facts.attach { _ in }
    post(1)
    #expect(calls.events.count == 1)
    first.invalidate()
    post(2)
    #expect(calls.events.count == 2)
    second.invalidate()
    post(3)
    #expect(calls.events.count == 2)
    let again = facts.attach { _ in }
    post(4)
    #expect(calls.events.count == 3)
    again.invalidate()
  }

  @Test
  func `leaves no observer in the center`() {
    let releases = History<Void>()
    do {
      let handle = Handle { releases.record(()) }
      let subscription = center.broadcaster(for: .number) { _ in withExtendedLifetime(handle) {} }.attach { _ in }
      post(1)
      subscription.invalidate()
    }
    #expect(releases.events.count == 1)
  }

  @Test
  func `keeps neither its object nor, without subscribers, its center alive`() {
    weak var object: Poster?
    weak var center: NotificationCenter?
    let broadcaster: Broadcaster<Void>
    let subscription: Subscription
    do {
      let poster = Poster()
      let posting = NotificationCenter()
      object = poster
      center = posting
      broadcaster = posting.broadcaster(for: .number)
      subscription = numbers(from: poster).attach { _ in }
    }
    #expect(object == nil)
    #expect(center == nil)
    #expect(!broadcaster.attach { _ in }.isActive)
    subscription.invalidate()
  }

  @Test
  func `ends with the first notification after the release of its object, from any sender`() {
    let ends = History<Void>()
    var object: Poster? = Poster()
    let gone = numbers(from: object)
    let subscription = gone.attach { [history] in history.record($0) }
    subscription.whenEnded { ends.record(()) }
    post(1, from: object)
    object = nil
    #expect(ends.events.isEmpty)
    post(2)
    #expect(ends.events.count == 1)
    #expect(!subscription.isActive)
    #expect(history.events == [1])
  }

  @Test
  func `of a released object has ended for later subscribers`() {
    var object: Poster? = Poster()
    let gone = numbers(from: object)
    withExtendedLifetime(object) {}
    object = nil
    #expect(!gone.attach { _ in }.isActive)
  }

  @Test
  func `takes no other object for its own that has come to stand in the same place`() {
    for _ in 0..<1_000 {
      var object: Poster? = Poster()
      let subscription = numbers(from: object).attach { [history] in history.record($0) }
      withExtendedLifetime(object) {}
      object = nil
      post(1, from: Poster())
      #expect(!subscription.isActive)
    }
    #expect(history.events.isEmpty)
  }

  @Test
  func `delivers a notification posted inside a notification after the first, to everybody`() {
    let both = History<String>()
    let first = numbers().attach { [center] number in
      both.record("a\(number)")
      if number == 1 { center.post(name: .number, object: nil, userInfo: ["n": 2]) }
    }
    let second = numbers().attach { both.record("b\($0)") }
    let shared = numbers()
    let third = shared.attach { [center] number in
      both.record("c\(number)")
      if number == 2 { center.post(name: .number, object: nil, userInfo: ["n": 3]) }
    }
    let fourth = shared.attach { both.record("d\($0)") }
    post(1)
    for name in ["a", "b", "c", "d"] {
      #expect(Set(both.events.filter { $0.hasPrefix(name) }) == ["\(name)1", "\(name)2", "\(name)3"])
    }
    // Two subscribers to one broadcaster see one order, which Foundation alone does not give.
    let ofShared = both.events.filter { $0.hasPrefix("c") }.map { $0.dropFirst() }
    #expect(ofShared == both.events.filter { $0.hasPrefix("d") }.map { $0.dropFirst() })
    withExtendedLifetime([first, second, third, fourth]) {}
  }

  @Test
  func `gets everything that many threads post, each thread's in order`() async {
    let count = repetitions(2_000)
    let subscription = numbers().attach { [history] in history.record($0) }
    await onThreads(4) { thread in
      for number in 0..<count {
        center.post(name: .number, object: nil, userInfo: ["n": thread * count + number])
      }
    }
    await onThreads { _ in history.waitForCount(4 * count) }
    for thread in 0..<4 {
      let own = history.events.filter { $0 / count == thread }
      #expect(own == (0..<count).map { thread * count + $0 })
    }
    subscription.invalidate()
  }

  @Test
  func `can be cancelled while other threads post, without calls after that`() async {
    let isOver = Atomic(false)
    let faults = Atomic(0)
    await onThreads(3) { thread in
      if thread > 0 {
        while !isOver.load(ordering: .relaxed) { post(thread) }
      } else {
        for _ in 0..<repetitions(1_000) {
          let late = Latch()
          let subscription = numbers().attach { _ in late.count() }
          subscription.invalidate()
          late.close()
          // One call that had begun may still run.
          if late.countAfterClosing > 1 { faults.add(1, ordering: .relaxed) }
        }
        isOver.store(true, ordering: .relaxed)
      }
    }
    #expect(faults.load(ordering: .relaxed) == 0)
  }

  @Test
  func `outlives its object going away while others post`() async {
    for _ in 0..<repetitions(300) {
      let held = Held(Poster())
      let subscription = numbers(from: held.current).attach { [history] in history.record($0) }
      let ends = History<Void>()
      subscription.whenEnded { ends.record(()) }
      await onThreads(2) { thread in
        if thread == 0 {
          for number in 0..<20 { post(number, from: held.current) }
        } else {
          held.letGo()
        }
      }
      post(nil)
      #expect(ends.events.count == 1)
      #expect(!subscription.isActive)
    }
  }

  @Test
  func `does not hold up the thread that posts while a subscriber elsewhere is busy`() async {
    let posted = History<Void>()
    let queue = DispatchQueue(label: "busy")
    await onThreads { _ in
      let subscription = numbers().receive(on: queue).attach { [history] number in
        // This would never continue if `post` waited for it.
        posted.waitForCount(1)
        history.record(number)
      }
      post(1)
      posted.record(())
      history.waitForCount(1)
      subscription.invalidate()
    }
    #expect(history.events == [1])
  }

  @Test
  @MainActor func `delivers on the main actor to a subscriber there`() async {
    let numbers = numbers()
    let received = await withCheckedContinuation { continuation in
      let kept = Held<Subscription>()
      kept.hold(
        numbers.subscribe { number in
          MainActor.assertIsolated()
          kept.letGo()
          continuation.resume(returning: number)
        })
      Task.detached { [center] in center.post(name: .number, object: nil, userInfo: ["n": 1]) }
    }
    #expect(received == 1)
  }
}

extension Notification.Name {
  fileprivate static let number = Notification.Name("number")
  fileprivate static let other = Notification.Name("other")
}

private final class Poster: Sendable {}

private final class Handle: Sendable {
  private let released: @Sendable () -> Void

  init(_ released: @escaping @Sendable () -> Void) {
    self.released = released
  }

  deinit {
    released()
  }
}

/// Counts the calls that begin after it was closed.
private final class Latch: Sendable {
  private let isClosed = Atomic(false)
  private let calls = Atomic(0)

  func count() {
    if isClosed.load(ordering: .acquiring) { calls.add(1, ordering: .relaxed) }
  }

  func close() {
    isClosed.store(true, ordering: .releasing)
  }

  var countAfterClosing: Int {
    calls.load(ordering: .relaxed)
  }
}
