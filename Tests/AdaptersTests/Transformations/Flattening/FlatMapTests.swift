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

  @Test func `delivers the updates of all inner publishers`() {
    let sources = Sources()
    let subscription = sources.listen { outer, inner in outer.flatMap { inner[$0] } }
    sources.outer.send(0)
    sources.inner[0].send("a1")
    sources.outer.send(1)
    sources.inner[1].send("b1")
    sources.inner[0].send("a2")
    #expect(sources.history.events == ["a1", "b1", "a2"])
    subscription.invalidate()
  }

  @Test func `ends when the outer and all inner publishers have ended, in any order`() {
    let sources = Sources()
    let subscription = sources.listen { outer, inner in outer.flatMap { inner[$0] } }
    sources.outer.send(0)
    sources.outer.send(1)
    sources.inner[0].finish()
    sources.outer.finish()
    sources.inner[1].send("b")
    #expect(subscription.isActive)
    sources.inner[1].finish()
    #expect(sources.history.events == ["b", "end"])

    let others = Sources()
    let other = others.listen { outer, inner in outer.flatMap { inner[$0] } }
    others.outer.send(0)
    others.inner[0].finish()
    #expect(other.isActive)
    others.outer.finish()
    #expect(others.history.events == ["end"])
  }

  @Test func `subscribes to the maximum number of inner publishers, and queues other updates in order`() {
    let sources = Sources()
    let subscription = sources.listen { outer, inner in
      outer.flatMap(maximumConcurrent: 2) { inner[$0] }
    }
    for index in 0..<3 { sources.outer.send(index) }
    #expect(sources.followed == [0, 1])
    sources.outer.finish()
    sources.inner[1].finish()
    #expect(sources.followed == [0, 2])
    sources.inner[2].send("c")
    sources.inner[2].finish()
    #expect(sources.history.events == ["c"])
    sources.inner[0].finish()
    #expect(sources.history.events == ["c", "end"])
    withExtendedLifetime(subscription) {}
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

  @Test func `delivers an inner update that is sent during a delivery after its closure has returned`() {
    let sources = Sources()
    let history = History<String>()
    let merged = sources.outer.flatMap { [inner = sources.inner] in inner[$0] }
    let subscription = merged.attach { [inner = sources.inner] update in
      history.record("begin \(update)")
      if update == "a" { inner[1].send("b") }
      history.record("end \(update)")
    }
    sources.outer.send(0)
    sources.outer.send(1)
    sources.inner[0].send("a")
    #expect(history.events == ["begin a", "end a", "begin b", "end b"])
    subscription.invalidate()
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

  @Test func `of tasks delivers their results`() {
    let source = BroadcastSource<String>()
    let history = History<TaskUpdate<Never, String, Never>>()
    let subscription = source.flatMap { PublishedTask<Never, String, Never>.success($0 + "!") }
      .attach { history.record($0) }
    source.send("a")
    #expect(history.events == [.completed(.success("a!"))])
    subscription.invalidate()
  }

  @Test func `traps if the maximum is zero`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Broadcaster<Int>.never.flatMap(maximumConcurrent: 0) { Broadcaster.just($0) }
    }
    #expect(result.message.contains("flatMap(maximumConcurrent:_:) takes a maximum of one or more, not 0"))
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
