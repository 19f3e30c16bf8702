import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("FlatMapLatest")
struct FlatMapLatestTests {
  @Test func `cancels the previous publisher before it calls the transform for the next`() {
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

  /// A publisher that calls its subscriber directly, even during a delivery.
  private struct DirectPublisher: Publisher {
    let subscriber = Held<(receive: @Sendable (String) -> Void, ended: (@Sendable () -> Void)?)>()

    func attach(_ receive: @escaping @Sendable (String) -> Void, ended: (@Sendable () -> Void)?) -> Subscription {
      subscriber.hold((receive, ended))
      return Subscription {}
    }

    func send(_ update: String) { subscriber.current?.receive(update) }

    func finish() { subscriber.current?.ended?() }
  }

  @Test func `ignores updates and the end of the previous publisher that arrive after the switch`() {
    let outer = BroadcastSource<Int>()
    let inner = [DirectPublisher(), DirectPublisher()]
    let history = History<String>()
    let subscription = outer.flatMapLatest { inner[$0] }.attach { update in
      history.record(update)
      guard update == "a1" else { return }
      outer.send(1)
      inner[0].send("a2")
      inner[0].finish()
    }
    outer.send(0)
    inner[0].send("a1")
    outer.finish()
    inner[1].send("b1")
    #expect(history.events == ["a1", "b1"])
    #expect(subscription.isActive)
    inner[1].finish()
    #expect(!subscription.isActive)
    // The closure of the subscription captures the publishers, which keep it.
    for publisher in inner { publisher.subscriber.letGo() }
  }

  @Test func `delivers all updates of inner publishers that end immediately`() {
    let outer = BroadcastSource<Int>()
    let history = History<Int>()
    let subscription = outer.flatMapLatest { Broadcaster.just($0, $0 + 1) }.attach { history.record($0) }
    outer.send(1)
    outer.send(5)
    #expect(history.events == [1, 2, 5, 6])
    subscription.invalidate()
  }

  @Test func `cancels the task of the previous update if it has no other subscribers`() {
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
    runs.removeAll()
  }

  @Test func `drops an update of the previous source that is in progress during the switch`() {
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
}
