import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("The lifetime of an object")
struct LifetimeTests {
  private final class Screen: Sendable {
    let lifetime = Lifetime()
  }

  private let screen = Held(Screen())
  private let history = History<String>()

  private func follow(_ ended: PublishedTask<Never, Void, Never>) -> Subscription {
    ended.attach { [history] _ in history.record("gone") }.whenEnded { [history] in history.record("end") }
  }

  @Test func `ends when the object is released, and notifies all subscribers`() {
    let subscriptions = (0..<2).compactMap { _ in screen.current.map { follow($0.lifetime.ended) } }
    #expect(subscriptions.count == 2)
    #expect(history.events.isEmpty)
    screen.letGo()
    #expect(history.events == ["gone", "gone", "end", "end"])
    #expect(subscriptions.allSatisfy { !$0.isActive })
  }

  @Test func `notifies on the thread that releases the object`() async {
    let threads = History<ThreadID>()
    let subscription = screen.current?.lifetime.ended.attach { _ in threads.record(.current) }
    await onThreads { [screen] _ in
      screen.letGo()
      threads.record(.current)
    }
    #expect(threads.events.count == 2)
    #expect(threads.events.first == threads.events.last)
    withExtendedLifetime(subscription) {}
  }

  @Test func `notifies later subscribers of its end, too`() throws {
    let ended = try #require(screen.current?.lifetime.ended)
    screen.letGo()
    _ = follow(ended)
    #expect(history.events == ["gone", "end"])
  }

  @Test func `is not extended by subscribers and tasks of its end`() throws {
    weak let gone = screen.current
    let ended = try #require(screen.current?.lifetime.ended)
    let subscription = follow(ended)
    screen.letGo()
    #expect(gone == nil)
    withExtendedLifetime((ended, subscription)) {}
  }

  @Test func `limits a publisher to the updates before its end, also for later subscribers`() throws {
    let source = BroadcastSource<Int>()
    let limited = source.prefix(until: try #require(screen.current?.lifetime.ended))
    let early = limited.attach { [history] in history.record("early \($0)") }
    source.send(1)
    screen.letGo()
    #expect(!early.isActive)
    let late = limited.attach { [history] in history.record("late \($0)") }
    source.send(2)
    #expect(!late.isActive)
    #expect(!source.hasSubscribers)
    #expect(history.events == ["early 1"])
  }

  @Test func `can be unsubscribed from during the update, and still notifies others`() throws {
    let ended = try #require(screen.current?.lifetime.ended)
    let own = Held<Subscription>()
    own.hold(
      ended.attach { [history] _ in
        history.record("first")
        own.letGo()
      })
    let second = follow(ended)
    screen.letGo()
    #expect(history.events == ["first", "gone", "end"])
    withExtendedLifetime(second) {}
  }

  @Test func `ends once when several threads release the object`() async {
    for _ in 0..<50 {
      let history = History<Void>()
      let screens = (0..<3).map { [screen = Screen()] _ in Held(screen) }
      let subscription = screens.first?.current?.lifetime.ended.attach { _ in history.record(()) }
      await onThreads(3) { index in screens[index].letGo() }
      await onThreads { _ in history.waitForCount(1) }
      #expect(history.events.count == 1)
      withExtendedLifetime(subscription) {}
    }
  }
}
