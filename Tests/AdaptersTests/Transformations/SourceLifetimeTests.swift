import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("An operator does not keep a source alive")
struct SourceLifetimeTests {
  private typealias Apply = @Sendable (any Publisher<Int>) -> any Publisher

  private static let never = Broadcaster<Int>.never
  private static let scheduler = ManualScheduler()

  private static let operators: [(name: String, apply: Apply)] = [
    ("append", { $0.append(never) }), ("append to another", { never.append($0) }),
    ("broadcaster", { $0.broadcaster() }), ("catch", { $0.results.catch { _ in never } }),
    ("collect(on:)", { $0.collect(on: never) }), ("collect(on:) by", { never.collect(on: $0) }),
    ("combineLatest", { $0.combineLatest(never) }), ("combineLatest of another", { never.combineLatest($0) }),
    ("combineLatest of three", { $0.combineLatest(never, never) { one, _, _ in one } }),
    ("debounce", { $0.debounce(for: .seconds(1), scheduler: scheduler) }),
    ("delay", { $0.delay(for: .seconds(1), scheduler: scheduler) }),
    ("drop(for:)", { $0.drop(for: .seconds(1), scheduler: scheduler) }),
    ("drop(until:)", { $0.drop(until: never) }), ("drop(until:) by", { never.drop(until: $0) }),
    ("flatMap", { $0.flatMap { .just($0) } }), ("flatMapLatest", { $0.flatMapLatest { .just($0) } }),
    ("gate", { $0.gate(by: PublishedProperty(true)) }), ("gate by", { never.gate(by: $0.map { $0 > 0 }) }),
    ("handleEvents", { $0.handleEvents(ended: {}) }), ("map", { $0.map { $0 } }),
    ("measureInterval", { $0.measureInterval(using: scheduler) }), ("merge", { $0.merge(with: never) }),
    ("merge of another", { never.merge(with: $0) }),
    ("onMainActor", { $0.onMainActor }), ("prefix", { $0.prefix(1) }),
    ("prefix(until:)", { $0.prefix(until: never) }), ("prefix(until:) by", { never.prefix(until: $0) }),
    ("prefix(for:)", { $0.prefix(for: .seconds(1), scheduler: scheduler) }),
    ("prepend", { $0.prepend(1) }), ("publishedValue(initial:)", { $0.publishedValue(initial: 0) }),
    ("race", { $0.race(with: never) }), ("race of another", { never.race(with: $0) }),
    ("receive(on:)", { $0.receive(on: scheduler) }),
    ("receive(on:), never hopping", { $0.receive(on: scheduler, hop: .never) }),
    ("replay", { $0.replay(1) }), ("retry", { $0.results.retry(1) }),
    ("retry(when:)", { $0.results.retry { _ in never } }), ("sample", { $0.sample(on: never) }),
    ("sample by", { never.sample(on: $0) }), ("scan", { $0.scan(0, +) }), ("share", { $0.share() }),
    ("subscribe(on:)", { $0.subscribe(on: scheduler) }),
    ("throttle", { $0.throttle(for: .seconds(1), scheduler: scheduler) }),
    ("timeout", { $0.timeout(.seconds(1), scheduler: scheduler, switchingTo: never) }),
    ("timeout to another", { never.timeout(.seconds(1), scheduler: scheduler, switchingTo: $0) }),
    ("withLatest", { $0.withLatest(from: never) }), ("withLatest of another", { never.withLatest(from: $0) }),
    ("zip", { $0.zip(never) }), ("zip of another", { never.zip($0) }),
    ("zip of three", { $0.zip(never, never) { one, _, _ in one } }),
  ]

  @Test(arguments: operators.map(\.name))
  func `of events`(name: String) throws {
    let apply = try apply(named: name)
    expectRelease(of: { BroadcastSource<Int>() }, apply)
  }

  @Test(arguments: operators.map(\.name))
  func `of a property`(name: String) throws {
    let apply = try apply(named: name)
    expectRelease(of: { PublishedProperty(0) }, apply)
  }

  @Test func `of a task`() {
    expectRelease(of: { TaskSource<Int, Int, Never>() }, { $0.map { $0 } })
  }

  @Test func `of a timer`() {
    expectRelease(of: { TimerSource(scheduler: Self.scheduler) }, { $0.map { $0 } })
  }

  private typealias Subscribe = @Sendable (any Publisher<Int>) -> Subscription

  private static let target = PublishedProperty(0)
  private static let events = BroadcastSource<Int>()

  private static let subscriptions: [(name: String, subscribe: Subscribe)] = [
    ("subscribe", { $0.subscribe { _ in } }), ("subscribe(weak:)", { $0.subscribe(weak: target) { _, _ in } }),
    ("bind", { $0.bind(to: target) }), ("forward", { $0.forward(to: events) }),
    ("attach through map", { $0.map { $0 }.attach { _ in } }),
  ]

  @Test(arguments: subscriptions.map(\.name))
  func `that is subscribed to`(name: String) throws {
    let subscribe = try #require(Self.subscriptions.first { $0.name == name }).subscribe
    for property in [true, false] {
      let (source, token) =
        property ? subscribed(PublishedProperty(0), subscribe) : subscribed(BroadcastSource(), subscribe)
      #expect(source.object == nil)
      #expect(!token.isActive)
    }
  }

  private func subscribed(_ source: some AnyObject & Publisher<Int>, _ subscribe: Subscribe) -> (Weak, Subscription) {
    (Weak(source), subscribe(source))
  }

  private final class Weak {
    weak let object: AnyObject?
    init(_ object: AnyObject) { self.object = object }
  }

  private func apply(named name: String) throws -> Apply {
    try #require(Self.operators.first { $0.name == name }).apply
  }

  private func expectRelease<Source: AnyObject & Publisher>(
    of make: () -> Source, _ apply: (Source) -> any Publisher
  ) {
    var source: Source? = make()
    weak let released = source
    let publisher = source.map { apply($0) }
    source = nil
    #expect(released == nil)
    withExtendedLifetime(publisher) {}
  }
}

extension Publisher<Int> {
  fileprivate var results: Broadcaster<Result<Int, Fault>> { map { .success($0) } }
}
