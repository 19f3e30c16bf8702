import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("Upstreams")
struct UpstreamsTests {
  private let upstreams = Upstreams()
  private let history = History<String>()

  @discardableResult
  private func connect(_ publisher: some Publisher<Int>, _ name: String = "") -> SubscriptionSlot {
    upstreams.connect(publisher.attachmentForComposing, ended: { [history] in history.record("\(name)|") }) {
      [history] update in history.record("\(name)\(update)")
    }
  }

  @Test("are told apart, and each ends after its last update")
  func ends() {
    let a = BroadcastSource<Int>()
    let b = BroadcastSource<Int>()
    connect(a, "a")
    connect(b, "b")
    a.send(1)
    b.send(2)
    a.finish()
    b.send(3)
    #expect(history.events == ["a1", "b2", "a|", "b3"])
    upstreams.token.invalidate()
  }

  @Test("are all given up with the token, and are told no end")
  func givingUp() {
    let a = BroadcastSource<Int>()
    let b = PublishedProperty(1)
    connect(a)
    connect(b)
    upstreams.token.invalidate()
    #expect(!a.hasSubscribers)
    #expect(!b.hasSubscribers)
    a.finish()
    #expect(history.events == ["1"])
  }

  @Test("are given up when nobody holds the token any more")
  func tokenDropped() {
    let source = BroadcastSource<Int>()
    connect(source)
    _ = upstreams.token
    #expect(!source.hasSubscribers)
  }

  @Test("cannot be connected after the run has stopped")
  func afterStop() {
    let property = PublishedProperty(1)
    upstreams.token.invalidate()
    connect(property)
    #expect(!property.hasSubscribers)
    #expect(history.events.isEmpty)
  }

  @Test("that are given up while they connect get nothing more")
  func givenUpInside() {
    let property = PublishedProperty(1)
    let token = upstreams.token
    upstreams.connect(property.attachment) { [history] update in
      history.record("\(update)")
      property.value += 1
      token.invalidate()
      property.value += 1
    }
    #expect(history.events == ["1"])
    #expect(!property.hasSubscribers)
  }

  @Test("from elsewhere are given up as soon as their token is known, and get nothing from the moment it was asked for")
  func foreign() {
    let publisher = ForeignPublisher(first: [1, 2, 3])
    let token = upstreams.token
    upstreams.connect(publisher.attachmentForComposing) { [history] update in
      history.record("\(update)")
      if update == 2 { token.invalidate() }
    }
    #expect(history.events == ["1", "2"])
    #expect(!publisher.source.hasSubscribers)
  }

  @Test("from elsewhere are told the end")
  func foreignEnd() {
    let publisher = ForeignPublisher(first: [1])
    connect(publisher)
    publisher.source.send(2)
    publisher.source.finish()
    #expect(history.events == ["1", "2", "|"])
  }

  @Test("can be given up one by one")
  func disconnecting() {
    let a = BroadcastSource<Int>()
    let b = BroadcastSource<Int>()
    let slot = connect(a, "a")
    connect(b, "b")
    upstreams.disconnect(slot)
    upstreams.disconnect(slot)
    #expect(!a.hasSubscribers)
    b.send(1)
    #expect(history.events == ["b1"])
    upstreams.token.invalidate()
  }

  @Test("can be given up inside their own updates")
  func disconnectingInside() {
    let source = BroadcastSource<Int>()
    let slots = Held<SubscriptionSlot>()
    let slot = upstreams.connect(source.attachment) { [upstreams, history] update in
      history.record("\(update)")
      if let slot = slots.current { upstreams.disconnect(slot) }
    }
    slots.hold(slot)
    source.send(1)
    source.send(2)
    #expect(history.events == ["1"])
    #expect(!source.hasSubscribers)
  }

  @Test("have something done when all have ended, once, after the last end was told")
  func allEnded() {
    let a = BroadcastSource<Int>()
    let b = BroadcastSource<Int>()
    connect(a, "a")
    connect(b, "b")
    upstreams.whenAllEnded { [history] in history.record("all") }
    b.finish()
    a.finish()
    #expect(history.events == ["b|", "a|", "all"])
    connect(Broadcaster<Int>.empty, "c")
    #expect(history.events == ["b|", "a|", "all", "c|"])
  }

  @Test("have it done at once when all have ended before")
  func allEndedBefore() {
    connect(Broadcaster.just(1))
    connect(Broadcaster<Int>.empty)
    upstreams.whenAllEnded { [history] in history.record("all") }
    #expect(history.events == ["1", "|", "|", "all"])
  }

  @Test("do not have it done when they were given up")
  func givenUpIsNoEnd() {
    let source = BroadcastSource<Int>()
    connect(source)
    upstreams.whenAllEnded { [history] in history.record("all") }
    upstreams.token.invalidate()
    source.finish()
    #expect(history.events.isEmpty)
  }

  @Test("do not wait for one that was given up")
  func givenUpDoesNotCount() {
    let a = BroadcastSource<Int>()
    let b = BroadcastSource<Int>()
    let slot = connect(a, "a")
    connect(b, "b")
    upstreams.whenAllEnded { [history] in history.record("all") }
    upstreams.disconnect(slot)
    b.finish()
    #expect(history.events == ["b|", "all"])
  }

  @Test("of a completed run are let go")
  func retiring() {
    let source = BroadcastSource<Int>()
    connect(source)
    upstreams.token.retire()
    #expect(!source.hasSubscribers)
  }

  @Test("are gone with their closures once they have ended or were given up")
  func nothingLeaks() async {
    await LiveScope.expectingNoLeaks {
      let upstreams = Upstreams()
      let a = BroadcastSource<Int>()
      let b = BroadcastSource<Int>()
      upstreams.connect(a.attachment, ended: { _ = upstreams }) { _ in _ = upstreams }
      upstreams.connect(b.attachment, ended: { _ = upstreams }) { _ in _ = upstreams }
      a.finish()
      upstreams.token.invalidate()
    }
  }

  @Test("that end, connect and are given up on several threads leave nobody subscribed")
  func threads() async {
    for _ in 0..<200 {
      let upstreams = Upstreams()
      let sources = (0..<3).map { _ in BroadcastSource<Int>() }
      await onThreads(3) { index in
        switch index {
        case 0: for source in sources { upstreams.connect(source.attachment) { _ in } }
        case 1: for source in sources { source.send(1) }
        default: upstreams.token.invalidate()
        }
      }
      #expect(sources.allSatisfy { !$0.hasSubscribers })
    }
  }
}
