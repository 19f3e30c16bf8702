import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("Upstreams")
struct UpstreamsTests {
  private let upstreams = Upstreams()
  private let history = History<String>()

  @discardableResult
  private func connect(_ publisher: some Publisher<Int>, _ name: String = "") -> Upstreams.Key {
    upstreams.connect(publisher, ended: { [history] in history.record("\(name)|") }) {
      [history] update in history.record("\(name)\(update)")
    }
  }

  @Test func `are all cancelled with the token, and deliver no end`() {
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

  @Test func `cannot be connected after the run has stopped`() {
    let property = PublishedProperty(1)
    upstreams.token.invalidate()
    connect(property)
    #expect(!property.hasSubscribers)
    #expect(history.events.isEmpty)
  }

  @Test func `that are cancelled while they connect are invalidated when their token is available`() {
    let publisher = ForeignPublisher(first: [1, 2, 3])
    let token = upstreams.token
    upstreams.connect(publisher) { _ in token.invalidate() }
    #expect(!publisher.source.hasSubscribers)
  }

  @Test func `can be cancelled one by one`() {
    let a = BroadcastSource<Int>()
    let b = BroadcastSource<Int>()
    let key = connect(a, "a")
    connect(b, "b")
    upstreams.disconnect(key)
    upstreams.disconnect(key)
    #expect(!a.hasSubscribers)
    b.send(1)
    #expect(history.events == ["b1"])
    upstreams.token.invalidate()
  }

  @Test func `can be cancelled during their own updates`() {
    let source = BroadcastSource<Int>()
    let keys = Held<Upstreams.Key>()
    let key = upstreams.connect(source) { [upstreams, history] update in
      history.record("\(update)")
      if let key = keys.current { upstreams.disconnect(key) }
    }
    keys.hold(key)
    source.send(1)
    source.send(2)
    #expect(history.events == ["1"])
    #expect(!source.hasSubscribers)
  }

  @Test func `run an action once when all have ended, after the last end was delivered`() {
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

  @Test func `run the action immediately if all have already ended`() {
    connect(Broadcaster.just(1))
    connect(Broadcaster<Int>.empty)
    upstreams.whenAllEnded { [history] in history.record("all") }
    #expect(history.events == ["1", "|", "|", "all"])
  }

  @Test func `do not run the action after they are cancelled`() {
    let source = BroadcastSource<Int>()
    connect(source)
    upstreams.whenAllEnded { [history] in history.record("all") }
    upstreams.token.invalidate()
    source.finish()
    #expect(history.events.isEmpty)
  }

  @Test func `do not wait for a disconnected one`() {
    let a = BroadcastSource<Int>()
    let b = BroadcastSource<Int>()
    let key = connect(a, "a")
    connect(b, "b")
    upstreams.whenAllEnded { [history] in history.record("all") }
    upstreams.disconnect(key)
    b.finish()
    #expect(history.events == ["b|", "all"])
  }

  @Test func `leave no subscription when they connect, send and are cancelled on several threads`() async {
    for _ in 0..<200 {
      let upstreams = Upstreams()
      let sources = (0..<3).map { _ in BroadcastSource<Int>() }
      await onThreads(3) { index in
        switch index {
        case 0: for source in sources { upstreams.connect(source) { _ in } }
        case 1: for source in sources { source.send(1) }
        default: upstreams.token.invalidate()
        }
      }
      #expect(sources.allSatisfy { !$0.hasSubscribers })
    }
  }
}
