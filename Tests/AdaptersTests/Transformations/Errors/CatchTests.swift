import TestSupport
import Testing
import Tidings

@Suite("Catching the failure of a publisher")
struct CatchFailureTests {
  /// An operator that subscribes to a sequence immediately delivers each element before the next one is created.
  @Test func `delivers each update of a sequence before the next is created`() {
    let log = History<String>()
    let numbers = (1...3).broadcaster().map { number -> Result<Int, Fault> in
      log.record("make \(number)")
      return number == 2 ? .failure(Fault()) : .success(number)
    }
    _ = numbers.catch { (_: Fault) in Broadcaster.just(0) }.attach { log.record("receive \($0)") }
    #expect(log.events == ["make 1", "receive 1", "make 2", "receive 0"])
  }
}

@Suite("Catching the failure of a task")
struct CatchTaskTests {
  private struct Other: Error {}

  private let shop = Workshop<Int>()
  private let history = History<String>()

  @Test func `can fail with another type, or never`() async {
    let failing = shop.task("a").catch { _ in PublishedTask<Int, Int, Other>.failure(Other()) }
    let subscription = failing.record(in: history)
    shop.complete("a", .failure(Fault()))
    #expect(history.events == ["failure Other()", "end"])
    #expect(await PublishedTask<Int, Int, Fault>.failure(Fault()).catch { _ in .success(4) }.value == 4)
    withExtendedLifetime(subscription) {}
  }
}

@Suite("Catching failures among updates")
struct CatchTests {
  private let source = BroadcastSource<Result<Int, Fault>>()
  private let other = BroadcastSource<Result<Int, Fault>>()
  private let history = History<String>()

  @Test func `continues if the publisher ends right after its failure`() {
    let subscription = Broadcaster.just(Result<Int, Fault>.success(1), .failure(Fault()), .success(2))
      .catch { [other] _ in other }.recordAll(in: history)
    other.send(.success(3))
    #expect(history.events == ["success(1)", "success(3)"])
    subscription.invalidate()
    #expect(!other.hasSubscribers)
  }

  @Test func `cancels a failed value, and delivers the current value of another`() {
    let value = PublishedProperty(Result<Int, Fault>.failure(Fault()))
    let fallback = PublishedProperty(7)
    let subscription = value.publishedValue.catch { _ in fallback }.recordAll(in: history)
    #expect(history.events == ["7"])
    #expect(!value.hasSubscribers)
    subscription.invalidate()
    #expect(!fallback.hasSubscribers)
  }

  @Test func `can be cancelled in its handler, and then subscribes to nothing`() {
    let own = Held<Subscription>()
    own.hold(
      source.catch { [other] _ in
        own.letGo()
        return other
      }.recordAll(in: history))
    source.send(.failure(Fault()))
    #expect(!source.hasSubscribers && !other.hasSubscribers)
    #expect(history.events.isEmpty)
  }

  @Test func `calls its handler outside the lock, so another thread can send at the same time`() async {
    let source = source
    let other = other
    let history = history
    await onThreads { _ in
      let subscription = source.catch { _ in
        onOtherThread { source.send(.success(1)) }
        return other
      }.recordAll(in: history)
      source.send(.failure(Fault()))
      other.send(.success(2))
      subscription.invalidate()
    }
    #expect(history.events == ["success(2)"])
  }

  @Test func `keeps the order of values and handles one failure with several threads`() async {
    for _ in 0..<100 {
      let source = BroadcastSource<Result<Int, Fault>>()
      let calls = History<Void>()
      let history = History<Int>()
      let subscription = source.catch { _ in
        calls.record(())
        return Broadcaster.just(-1)
      }.attach { history.record($0) }
      await onThreads(3) { index in
        for step in 0..<20 { source.send(.success(index * 20 + step)) }
        source.send(.failure(Fault()))
      }
      await onThreads { _ in history.wait(for: -1) }
      #expect(calls.events.count == 1)
      #expect(history.events.last == -1)
      for index in 0..<3 {
        let own = history.events.filter { $0 >= 0 && $0 / 20 == index }
        #expect(own == Array(index * 20..<(index * 20 + own.count)))
      }
      withExtendedLifetime(subscription) {}
    }
  }
}
