import TestSupport
import Testing
import Tidings

@testable import TidingsCore

@Suite("Nested work of one thread")
struct NestingTests {
  private let history = History<Int>()

  /// Counts from one number to the other. Each count is requested inside the one before.
  private func count(from number: Int, through last: Int) {
    Nesting.perform {
      history.record(number)
      if number < last { count(from: number + 1, through: last) }
      history.record(-number)
    }
  }

  @Test func `is performed immediately`() {
    count(from: 1, through: 3)
    #expect(history.events == [1, 2, 3, -3, -2, -1])
  }

  @Test func `is deferred if it is nested too deeply, and is performed before the outermost call returns`() async {
    let last = TestSize.scaled(100_000)
    await onThreads(stackByteCount: 128 << 10) { _ in count(from: 1, through: last) }
    #expect(history.events.filter { $0 > 0 } == Array(1...last))
    #expect(history.events.filter { $0 < 0 }.sorted() == (1...last).map { -$0 }.sorted())
  }

  /// Cancels a subscription whose end leads to the next cancellation.
  private func cancel(from number: Int, through last: Int) {
    Nesting.giveUp {
      Nesting.afterGivingUp {
        history.record(number)
        if number < last { cancel(from: number + 1, through: last) }
      }
    }
  }

  @Test func `is deferred if cancellations are nested too deeply`() async {
    let last = TestSize.scaled(100_000)
    await onThreads(stackByteCount: 128 << 10) { _ in cancel(from: 1, through: last) }
    #expect(history.events == Array(1...last))
  }

  @Test func `is deferred if an end causes too many others`() async {
    let hubs = (0...TestSize.scaled(100_000)).map { _ in Hub<Int>() }
    let tokens = zip(hubs, hubs.dropFirst()).map { hub, next in hub.join({ _ in }, ended: { next.endAll() }) }
    await onThreads(stackByteCount: 128 << 10) { _ in hubs[0].endAll() }
    #expect(tokens.allSatisfy { !$0.isActive })
  }

  @Test func `is not deferred if it starts a value, so the first update is the value that the start sets`() {
    let chain = (0..<40).reduce(PublishedValue(constant: 7)) { upstream, _ in
      PublishedValue(initial: 0) { property in upstream.attach { property.value = $0 } }
    }
    let token = chain.attach { history.record($0) }
    #expect(history.events == [7])
    token.invalidate()
  }

  @Test func `is deferred until all subscriptions are cancelled`() {
    Nesting.giveUp {
      Nesting.afterGivingUp { history.record(3) }
      history.record(1)
      Nesting.giveUp { Nesting.afterGivingUp { history.record(4) } }
      history.record(2)
    }
    #expect(history.events == [1, 2, 3, 4])
  }

  @Test func `is performed before its thread blocks`() {
    Nesting.giveUp {
      Nesting.afterGivingUp { history.record(2) }
      history.record(1)
      Nesting.finishEarly()
      history.record(3)
      Nesting.afterGivingUp { history.record(4) }
    }
    #expect(history.events == [1, 2, 3, 4])
  }

  @Test(arguments: [0, 31, 32, 33], [false, true])
  func `starts nothing that is cancelled a moment later, at any depth`(depth: Int, blocks: Bool) {
    @Sendable func nest(_ depth: Int, _ body: @escaping @Sendable () -> Void) {
      if depth == 0 { body() } else { Subscription { nest(depth - 1, body) }.invalidate() }
    }
    let first = BroadcastSource<Int>()
    let next = Broadcaster<Int> { _ in
      history.record(1)
      return .ended
    }
    let appended = first.append(next).attach { _ in }
    nest(depth) {
      [
        Subscription { if blocks { Nesting.finishEarly() } }, Subscription { first.finish() },
        Subscription { appended.invalidate() },
      ].invalidateAll()
    }
    #expect(history.events.isEmpty)
  }

  @Test(arguments: [0, 30, 31, 32, 33, 40], [false, true])
  func `stops a run before it starts the next, at any depth`(depth: Int, isValue: Bool) {
    @Sendable func nest(_ depth: Int, _ body: @escaping @Sendable () -> Void) {
      if depth == 0 { body() } else { Subscription { nest(depth - 1, body) }.invalidate() }
    }
    let log = History<String>()
    @Sendable func start(_ source: any Sendable) -> Subscription {
      log.record("start")
      return Subscription { withExtendedLifetime(source) { log.record("stop") } }
    }
    let publisher =
      isValue ? Broadcaster(PublishedValue(initial: 0) { start($0) }) : Broadcaster<Int> { start($0) }
    let first = publisher.attach { _ in }
    let second = Held<Subscription>()
    nest(depth) {
      first.invalidate()
      second.hold(publisher.attach { _ in })
    }
    #expect(log.events == ["start", "stop", "start"])
    second.letGo()
  }
}
