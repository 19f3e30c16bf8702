import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("A broadcaster")
struct BroadcasterTests {
  @Test
  func `from a start closure delivers updates that are sent before it returns`() {
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

  @Test
  func `from a start closure that subscribes to another publisher releases it at its end`() {
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

  @Test
  func `of fixed updates gives them to each subscriber and ends`() {
    let history = History<String>()
    for name in ["a", "b"] {
      let subscription = Broadcaster.just(1, 2).attach { history.record("\(name)\($0)") }
      #expect(!subscription.isActive)
      subscription.whenEnded { history.record("\(name) end") }
    }
    #expect(history.events == ["a1", "a2", "a end", "b1", "b2", "b end"])
  }

  @Test
  func `of fixed updates can be cancelled between updates`() {
    let history = History<Int>()
    let subscription = Broadcaster.just(1, 2, 3).subscribeOnce { history.record($0) }
    #expect(history.events == [1])
    #expect(!subscription.isActive)
  }

  @Test
  func `that is empty has ended, one that never sends has not`() {
    #expect(!Broadcaster<Int>.empty.attach { _ in }.isActive)
    let subscription = Broadcaster<Int>.never.attach { _ in }
    #expect(subscription.isActive)
    subscription.invalidate()
    #expect(!subscription.isActive)
  }

  @Test
  func `that is deferred makes a publisher for each subscriber`() {
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
