import Dispatch
import TestSupport
import Testing
import Tidings
import TidingsCore

/// These tests run with a stack of half a megabyte, as the threads of `Thread` have on Apple platforms.
@Suite("A long chain")
struct LongChainTests {
  /// Unoptimised code needs up to 7 KB of stack for an operator, and several times that under a sanitizer.
  private static let length = 20

  /// All operators except those that subscribe more than once to their upstream. A chain of twenty of these would make
  /// a million subscriptions.
  private static let repeatable = Subject.operators.filter {
    $0.chain != nil && !$0.name.contains("after a failure") && !$0.name.contains("on itself")
      && !$0.name.contains("measureInterval")
  }

  @Test(arguments: repeatable)
  func `of one operator can be subscribed to, cancelled, subscribed to again and ended`(_ subject: Subject) async throws
  {
    let chain = try #require(subject.chain)
    let (history, ends) = (History<Int>(), History<Void>())
    await onThreads(stackByteCount: LongChain.stackByteCount) { _ in
      let fixture = chain(Self.length)
      let token = fixture.listen(to: history)
      fixture.send(1)
      fixture.send(2)
      token.invalidate()
      fixture.send(3)
      let second = fixture.publisher.attach { _ in }
      second.whenEnded { ends.record(()) }
      fixture.finish()
    }
    #expect(history.events.suffix(2) == [1, 2])
    #expect(ends.events.count == 1)
  }

  @Test(arguments: ContractCase.all(for: rows))
  func `satisfies all contracts`(_ contractCase: ContractCase) async throws {
    try await contractCase.check()
  }

  /// One operator of each kind of implementation.
  private static let rows = Subject.operators.filter {
    [
      "map of a Broadcaster", "merge of a Broadcaster", "flatMapLatest of a Broadcaster", "share of a Broadcaster",
      "map of a PublishedValue", "combineLatest of a PublishedValue", "flatMap of a PublishedTask",
    ].contains($0.name)
  }.compactMap { $0.inARow(20) }

  private typealias Page = PublishedTask<Never, Int, any Error>

  @Test func `of tasks that each create the next completes before subscribe returns`() async {
    @Sendable func page(_ number: Int, of last: Int) -> Page {
      Page.success(number).flatMap { $0 < last ? page($0 + 1, of: last) : .success($0) }
    }
    let last = LongChain.count(100_000)
    let results = History<Int>()
    await onThreads(stackByteCount: LongChain.stackByteCount) { _ in
      let token = page(0, of: last).attach { if case .completed(.success(let number)) = $0 { results.record(number) } }
      withExtendedLifetime(token) {}
    }
    #expect(results.events == [last])
  }

  @Test(arguments: [true, false])
  func `of tasks on a queue that each create the next can complete and be cancelled`(completes: Bool) async {
    let queue = DispatchQueue(label: "pages")
    let cancellations = History<Void>()
    @Sendable func page(_ number: Int, of last: Int) -> Page {
      Page(start: { run in
        guard number < last || completes else {
          cancellations.record(())
          return Subscription { cancellations.record(()) }
        }
        queue.async { run.succeed(number) }
        return Subscription {}
      }).flatMap { $0 < last ? page($0 + 1, of: last) : .success($0) }
    }
    let last = LongChain.count(20_000)
    let results = History<Int>()
    await onThreads(stackByteCount: LongChain.stackByteCount) { _ in
      let token = page(0, of: last).attach { if case .completed(.success(let number)) = $0 { results.record(number) } }
      if completes { results.waitForCount(1) } else { cancellations.waitForCount(1) }
      token.invalidate()
    }
    #expect(results.events == (completes ? [last] : []))
    #expect(cancellations.events.count == (completes ? 0 : 2))
  }

  @Test func `of appended broadcasters ends after the last one`() async {
    let history = History<Int>()
    let ends = History<Void>()
    await onThreads(stackByteCount: LongChain.stackByteCount) { _ in
      let chain = (0..<80).reduce(Broadcaster.just(1)) { chain, _ in
        chain.append(Broadcaster<Int>.empty)
      }
      let token = chain.attach { history.record($0) }
      token.whenEnded { ends.record(()) }
    }
    #expect(history.events == [1])
    #expect(ends.events.count == 1)
  }
}
