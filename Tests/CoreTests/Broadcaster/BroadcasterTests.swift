import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("A broadcaster")
struct BroadcasterTests {
  @Test func `with a start closure delivers updates that are sent before the closure returns`() {
    let history = History<String>()
    let broadcaster = Broadcaster<Int> { source in
      source.send(1)
      source.send(2)
      source.finish()
      return Subscription { history.record("stopped") }
    }
    broadcaster.attach { history.record("\($0)") }.whenEnded { history.record("end") }
    #expect(history.events == ["1", "2", "stopped", "end"])
  }

  @Test func `unsubscribes from the publisher that its start closure subscribed to when it finishes`() {
    let upstream = BroadcastSource<Int>()
    let broadcaster = Broadcaster<Int> { source in
      upstream.attach { update in
        source.send(update)
        if update == 2 { source.finish() }
      }
    }
    let history = History<Int>()
    let subscription = broadcaster.attach { history.record($0) }
    #expect(upstream.hasSubscribers)
    upstream.send(1)
    upstream.send(2)
    #expect(!upstream.hasSubscribers)
    #expect(history.events == [1, 2])
    #expect(!subscription.isActive)
  }

  @Test func `that is empty has ended, and one that never sends has not`() {
    #expect(!Broadcaster<Int>.empty.attach { _ in }.isActive)
    let subscription = Broadcaster<Int>.never.attach { _ in }
    #expect(subscription.isActive)
    subscription.invalidate()
    #expect(!subscription.isActive)
  }

  @Test func `that is deferred creates a publisher for each subscriber`() {
    let made = History<Void>()
    let broadcaster = Broadcaster.deferred {
      made.record(())
      return Broadcaster.just(made.events.count)
    }
    #expect(made.events.isEmpty)
    let history = History<Int>()
    _ = broadcaster.attach { history.record($0) }
    _ = broadcaster.attach { history.record($0) }
    #expect(history.events == [1, 2])
  }
}
