import Foundation
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

  @Test func `drops updates for which the closure returns nil`() {
    let subscription = numbers().attach { [history] in history.record($0) }
    post("one")
    post(nil)
    post(2)
    #expect(history.events == [2])
    subscription.invalidate()
  }

  @Test func `receives only notifications with its name`() {
    let subscription = center.broadcaster(for: .number).attach { [history] in history.record(0) }
    center.post(name: .other, object: nil)
    #expect(history.events.isEmpty)
    subscription.invalidate()
  }

  @Test func `without a name receives all notifications`() {
    let names = History<String>()
    let subscription = center.broadcaster(for: nil) { $0.name.rawValue }.attach { names.record($0) }
    center.post(name: .number, object: nil)
    center.post(name: .other, object: nil)
    #expect(names.events == ["number", "other"])
    subscription.invalidate()
  }

  @Test func `without a closure delivers an update for each notification`() {
    let subscription = center.broadcaster(for: .number).attach { [history] in history.record(0) }
    post(nil)
    post("anything")
    #expect(history.events == [0, 0])
    subscription.invalidate()
  }

  @Test func `of an object receives only the notifications of that object`() {
    let object = Poster()
    let other = Poster()
    let subscription = numbers(from: object).attach { [history] in history.record($0) }
    post(1, from: object)
    post(2, from: other)
    post(3)
    #expect(history.events == [1])
    subscription.invalidate()
  }

  @Test func `calls the closure once for all subscribers, and not without subscribers`() {
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

  @Test func `releases its closure after its subscriber has left`() {
    let releases = History<Void>()
    do {
      let handle = Handle { releases.record(()) }
      let subscription = center.broadcaster(for: .number) { _ in withExtendedLifetime(handle) {} }.attach { _ in }
      post(1)
      subscription.invalidate()
    }
    #expect(releases.events.count == 1)
  }

  @Test func `does not keep its object alive, nor its center without subscribers`() {
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

  @Test func `ends with the first notification of any sender after the release of its object`() {
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

  @Test func `of a released object has ended for later subscribers`() {
    var object: Poster? = Poster()
    let gone = numbers(from: object)
    withExtendedLifetime(object) {}
    object = nil
    #expect(!gone.attach { _ in }.isActive)
  }

  @Test func `does not confuse its released object with another one at the same address`() {
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

  @Test func `ends once if its object is released while another thread posts`() async {
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
