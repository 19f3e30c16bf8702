import TestSupport
import Testing
import Tidings
import TidingsTesting

/// Operators whose sources end, fail or are cancelled before the call that subscribes has returned.
@Suite("During the call that subscribes")
struct EndsInsideSubscribingTests {
  struct Operator: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (Broadcaster<Int>) -> Broadcaster<Int>

    init(_ name: String, _ apply: @escaping @Sendable (Broadcaster<Int>) -> Broadcaster<Int>) {
      (testDescription, self.apply) = (name, apply)
    }
  }

  static let operators: [Operator] = [
    Operator("map") { $0.map { $0 + 1 } },
    Operator("filter") { $0.filter { $0 > 0 } },
    Operator("scan") { $0.scan(0, +) },
    Operator("reduce") { $0.reduce(0, +).results().map { $0.get() } },
    Operator("removeDuplicates") { $0.removeDuplicates() },
    Operator("prefix(1)") { $0.prefix(1) },
    Operator("prefix(2)") { $0.prefix(2) },
    Operator("prefix(while:)") { $0.prefix { $0 < 3 } },
    Operator("prefix(until:)") { $0.prefix(until: Broadcaster<Void>.never) },
    Operator("drop(until:)") { $0.drop(until: Broadcaster.just(())) },
    Operator("last") { $0.last() },
    Operator("suffix") { $0.suffix(2) },
    Operator("collect") { $0.collect(2).map(\.count) },
    Operator("materialize") { $0.materialize().dematerialize() },
    Operator("replaceEmpty") { $0.replaceEmpty(with: 8) },
    Operator("append") { $0.append(6) },
    Operator("append of the same") { $0.append($0) },
    Operator("prepend") { $0.prepend(4) },
    Operator("merge") { $0.merge(with: Broadcaster.just(7)) },
    Operator("combineLatest") { $0.combineLatest(Broadcaster.just(1)) { $0 + $1 } },
    Operator("zip") { $0.zip([1, 2].broadcaster()) { $0 + $1 } },
    Operator("withLatest") { Broadcaster.just(1, 2).withLatest(from: $0) { $0 + $1 } },
    Operator("gate") { $0.gate(by: PublishedValue(constant: true)) },
    Operator("race") { $0.race(with: Broadcaster.just(9)) },
    Operator("flatMap") { $0.flatMap { Broadcaster.just($0, $0 + 1) } },
    Operator("concatMap") { $0.concatMap { Broadcaster.just($0, $0 + 1) } },
    Operator("flatMapLatest") { $0.flatMapLatest { Broadcaster.just($0, $0 + 1) } },
    Operator("flatMapFirst") { $0.flatMapFirst { Broadcaster.just($0, $0 + 1) } },
    Operator("flatMapLatest to a value") { $0.flatMapLatest { PublishedProperty($0).prefix(1) } },
    Operator("share") { $0.share() },
    Operator("replay") { $0.replay(1) },
    Operator("handleEvents") { $0.handleEvents(update: { _ in }, ended: {}) },
    Operator("retry") { $0.map { Result<Int, Fault>.success($0) }.retry(1).map { (try? $0.get()) ?? 0 } },
    Operator("catch") { source in
      source.map { Result<Int, Fault>.failure(Fault(code: $0)) }.catch { _ in source.prefix(1) }.map { $0 }
    },
    Operator("timeout") { $0.timeout(.seconds(1), scheduler: ManualScheduler()) },
  ]

  /// All updates that arrive before the call returns, and the end.
  private func outcome(_ publisher: Broadcaster<Int>) -> [String] {
    let history = History<String>()
    let token = publisher.attach {
      history.record("\($0)")
    } ended: {
      history.record("end")
    }
    token.invalidate()
    return history.events
  }

  /// A publisher that sends numbers from five while it has subscribers.
  private static func makeEndless() -> Broadcaster<Int> {
    Broadcaster { source in
      for number in 5... {
        guard source.hasSubscribers else { break }
        source.send(number)
      }
      return Subscription {}
    }
  }

  @Test(arguments: operators)
  func `a publisher that is cut off delivers the same as one that ends by itself`(first: Operator) {
    let last = Self.operators.filter { ["append", "prefix(1)", "flatMapLatest"].contains($0.testDescription) }
    // A publisher that is subscribed to again during its start starts again afterwards. So `merge` delivers the other
    // first.
    let keepsOrder = first.testDescription != "merge"
    for second in Self.operators {
      for third in last {
        let apply = { (source: Broadcaster<Int>) in third.apply(second.apply(first.apply(source))) }
        let name = "\(second.testDescription), \(third.testDescription)"
        for count in [1, 2] {
          let expected = outcome(apply(Broadcaster.just(5, 6).prefix(count)))
          #expect(expected.last == "end", "\(name)")
          #expect(outcome(apply([5, 6][..<count].broadcaster())) == expected, "\(name)")
          let endless = keepsOrder ? Self.makeEndless() : .deferred(Self.makeEndless)
          #expect(outcome(apply(endless.prefix(count))) == expected, "\(name)")
        }
        let value = PublishedProperty(5)
        #expect(outcome(apply(value.prefix(1))) == outcome(apply(.just(5))), "\(name)")
      }
    }
  }

  @Test(arguments: [false, true], [false, true])
  func `a failure is retried, even if the source has finished`(finishes: Bool, isForeign: Bool) {
    let starts = History<Int>()
    let source = Broadcaster<Result<Int, Fault>> { source in
      starts.record(starts.events.count + 1)
      source.send(.failure(Fault(code: starts.events.count)))
      if finishes { source.finish() }
      return Subscription { withExtendedLifetime(source) {} }
    }
    let recorder = (isForeign ? Broadcaster(ForeignPublisher(source: source)) : source).retry(2).record()
    recorder.expect(.failure(Fault(code: 3)))
    #expect(recorder.end != nil)
    #expect(starts.events == [1, 2, 3])
  }

  @Test func `a failure is retried any number of times`() async {
    let count = TestSize.scaled(10_000)
    let starts = History<Int>()
    let source = Broadcaster<Result<Int, Fault>> { source in
      starts.record(starts.events.count)
      source.send(.failure(Fault()))
      return Subscription { withExtendedLifetime(source) {} }
    }
    await onThreads(stackByteCount: 512 << 10) { _ in source.retry(count).record().expect(.failure(Fault())) }
    #expect(starts.events.count == count + 1)
  }

  @Test func `a task is started again after its only subscriber has left`() {
    let runs = History<Int>()
    let task = PublishedTask<Int, String, Never>(start: { run in
      runs.record(runs.events.count + 1)
      run.report(runs.events.count)
      return Subscription { withExtendedLifetime(run) {} }
    })
    task.prefix(1).append(task.prefix(1)).record().expect(.inProgress(1), .inProgress(2))
    #expect(runs.events == [1, 2])
  }

  @Test func `a subscriber that joins while a shared sequence stops receives all updates of the next run`() {
    let requests = BroadcastSource<Int>()
    let history = History<Int>()
    let bag = SubscriptionBag()
    let shared = Requested(numbers: 1...3, requests: requests).broadcaster().share()
    let joining = requests.filter { $0 == 2 }.prefix(1).attach { _ in
      shared.attach { history.record($0) }.store(in: bag)
    }
    let first = shared.prefix(1).attach { _ in }
    #expect(history.events == [1, 2, 3])
    for token in [joining, first] { token.invalidate() }
  }

  @Test func `a closure of an operator can subscribe independently, even after it has cancelled the operator`() {
    let settings = PublishedProperty(1)
    let history = History<Int>()
    let bag = SubscriptionBag()
    let outer = Held<Subscription>()
    let subscribe: @Sendable () -> Void = {
      settings.attach { _ in outer.current?.invalidate() }.store(in: bag)
      settings.attach { history.record($0) }.store(in: bag)
    }
    for inner in [
      Broadcaster<Int>.never.handleEvents(subscribed: subscribe),
      Broadcaster<Int>.deferred {
        subscribe()
        return Broadcaster<Int>.never
      },
      Broadcaster(ForeignPublisher(source: Broadcaster.just(0)) { subscribe() }),
    ] {
      let source = BroadcastSource<Void>()
      outer.hold(source.flatMapLatest { inner }.attach { _ in })
      source.send()
      settings.value += 1
    }
    #expect(history.events == [1, 2, 2, 3, 3, 3, 4, 4, 4])
    outer.letGo()
  }

  @Test func `an end handler can subscribe independently`() {
    let value = PublishedProperty(5)
    let history = History<Int>()
    let bag = SubscriptionBag()
    let token = value.prefix(1).attach {
      history.record($0)
    } ended: {
      Self.makeEndless().prefix(3).attach { history.record($0) }.store(in: bag)
      Broadcaster.just(9).attach { history.record($0) }.store(in: bag)
    }
    #expect(history.events == [5, 5, 6, 7, 9])
    token.invalidate()
  }
}

/// A sequence that also sends each requested number to a source.
private struct Requested: Sequence, Sendable {
  let numbers: ClosedRange<Int>
  let requests: BroadcastSource<Int>

  func makeIterator() -> AnyIterator<Int> {
    var remaining = numbers.makeIterator()
    return AnyIterator {
      let next = remaining.next()
      if let next { requests.send(next) }
      return next
    }
  }
}

/// A custom publisher.
private struct ForeignPublisher<Update: Sendable>: Publisher {
  let source: Broadcaster<Update>
  var attached: @Sendable () -> Void = {}

  func attach(_ receive: @escaping @Sendable (Update) -> Void, ended: (@Sendable () -> Void)?) -> Subscription {
    attached()
    return source.attach(receive, ended: ended)
  }
}
