import TestSupport
import Testing
import Tidings

@Suite("FlatMap")
struct FlatMapTests {
  /// Three inner sources, and an outer one that selects among them.
  private struct Sources {
    let outer = BroadcastSource<Int>()
    let inner = (0..<3).map { _ in BroadcastSource<String>() }
    let history = History<String>()

    func listen(_ apply: (BroadcastSource<Int>, [BroadcastSource<String>]) -> Broadcaster<String>) -> Subscription {
      apply(outer, inner).attach { [history] in history.record($0) }.whenEnded { [history] in history.record("end") }
    }

    var followed: [Int] { inner.indices.filter { inner[$0].hasSubscribers } }
  }

  @Test func `calls the transform of a queued update only when the previous publisher has ended`() {
    let sources = Sources()
    let calls = History<Int>()
    let subscription = sources.listen { outer, inner in
      outer.concatMap { index in
        calls.record(index)
        return inner[index]
      }
    }
    sources.outer.send(0)
    sources.outer.send(1)
    #expect(calls.events == [0])
    sources.inner[0].finish()
    #expect(calls.events == [0, 1])
    subscription.invalidate()
  }

  @Test func `one after the other keeps the order of many outer updates`() {
    let sources = Sources()
    let subscription = sources.listen { outer, inner in
      outer.concatMap { index in index == 0 ? inner[0].broadcaster() : .just("\(index)", "\(index)!") }
    }
    for index in 0..<5_000 { sources.outer.send(index) }
    sources.inner[0].send("first")
    sources.inner[0].finish()
    #expect(sources.history.events == ["first"] + (1..<5_000).flatMap { ["\($0)", "\($0)!"] })
    subscription.invalidate()
  }

  @Test func `delivers immediate updates of the inner publishers after the transform, in order`() {
    let history = History<String>()
    let subscription = Broadcaster.just(1, 2).flatMap { update in
      history.record("transform \(update)")
      return Broadcaster.just("a\(update)", "b\(update)")
    }.attach { history.record($0) }
    #expect(history.events == ["transform 1", "a1", "b1", "transform 2", "a2", "b2"])
    #expect(!subscription.isActive)
  }

  @Test func `delivers the current value and the changes of an inner value`() {
    let property = PublishedProperty(1)
    let history = History<Int>()
    let source = BroadcastSource<Void>()
    let subscription = source.flatMap { property.publishedValue }.attach { history.record($0) }
    source.send()
    property.value = 2
    #expect(history.events == [1, 2])
    subscription.invalidate()
    #expect(!property.hasSubscribers)
  }

  /// The operators that subscribe to a publisher for each update.
  enum Flattening: CaseIterable {
    case flatMap, flatMapFirst, flatMapLatest

    func of(
      _ source: BroadcastSource<Int>, _ transform: @escaping @Sendable (Int) -> BroadcastSource<Int>
    ) -> Broadcaster<Int> {
      switch self {
      case .flatMap: source.flatMap(transform)
      case .flatMapFirst: source.flatMapFirst(transform)
      case .flatMapLatest: source.flatMapLatest(transform)
      }
    }
  }

  @Test(arguments: Flattening.allCases)
  func `subscribes to no inner publisher if the subscriber unsubscribes in the transform`(flattening: Flattening) {
    let source = BroadcastSource<Int>()
    let inner = BroadcastSource<Int>()
    let own = Held<Subscription>()
    own.hold(
      flattening.of(source) { _ in
        own.current?.invalidate()
        return inner
      }.attach { _ in })
    source.send(1)
    #expect(!inner.hasSubscribers)
    #expect(!source.hasSubscribers)
    own.letGo()
  }

  @Test func `can be cancelled during the immediate update of an inner publisher`() {
    let property = PublishedProperty(1)
    let history = History<Int>()
    let source = BroadcastSource<Int>()
    let subscription = source.flatMap { _ in property.publishedValue }.prefix(1).attach { history.record($0) }
    source.send(1)
    #expect(history.events == [1])
    #expect(!subscription.isActive)
    #expect(!property.hasSubscribers)
    #expect(!source.hasSubscribers)
  }

  @Test func `calls the transform separately for each subscriber`() {
    let source = BroadcastSource<Int>()
    let calls = History<Int>()
    let mapped = source.flatMap { update in
      calls.record(update)
      return Broadcaster.just(update)
    }
    let histories = [History<Int>(), History<Int>()]
    let subscriptions = histories.map { history in mapped.attach { history.record($0) } }
    source.send(1)
    #expect(histories.map(\.events) == [[1], [1]])
    #expect(calls.events == [1, 1])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `keeps the order of each inner source with several threads`() async {
    let outer = BroadcastSource<Int>()
    let inner = (0..<3).map { _ in BroadcastSource<Int>() }
    let history = History<Int>()
    let subscription = outer.flatMap { index in
      index < 3 ? inner[index].broadcaster() : .just(index)
    }.attach { history.record($0) }
    for index in 0..<3 { outer.send(index) }
    await onThreads(4) { index in
      for update in index * 2_000..<(index + 1) * 2_000 {
        if index < 3 { inner[index].send(update) } else { outer.send(update) }
      }
    }
    await onThreads { _ in history.waitForCount(8_000) }
    for index in 0..<4 {
      #expect(history.events.filter { $0 / 2_000 == index } == Array(index * 2_000..<(index + 1) * 2_000))
    }
    subscription.invalidate()
  }

  @Test func `with a maximum loses no updates if inner publishers end on several threads`() async {
    for _ in 0..<100 {
      let outer = BroadcastSource<Int>()
      let inner = (0..<12).map { _ in TaskSource<Never, Int, Never>() }
      let history = History<String>()
      let subscription = outer.flatMap(maximumConcurrent: 2) { inner[$0] }
        .attach { _ in history.record("update") }
      subscription.whenEnded { history.record("end") }
      await onThreads(3) { thread in
        if thread == 0 {
          for index in inner.indices { outer.send(index) }
          outer.finish()
        } else {
          for index in inner.indices where index % 2 == thread - 1 { inner[index].succeed(index) }
        }
      }
      await onThreads { _ in history.wait(for: "end") }
      #expect(history.events == Array(repeating: "update", count: 12) + ["end"])
      withExtendedLifetime(subscription) {}
    }
  }
}
