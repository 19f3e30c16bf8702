import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("Retrying a publisher on a signal")
struct RetryWhenTests {
  private let source = BroadcastSource<Result<Int, Fault>>()
  private let signal = BroadcastSource<Void>()
  private let history = History<String>()

  @Test func `subscribes again at the first update of the signal, and cancels the signal`() {
    let checked = History<Int>()
    let subscription = source.retry { [signal] failure in
      checked.record(failure.code)
      return signal
    }.recordAll(in: history)
    source.send(.success(1))
    #expect(!signal.hasSubscribers)
    source.send(.failure(Fault(code: 1)))
    #expect(!source.hasSubscribers)
    #expect(signal.hasSubscribers)
    source.send(.success(2))
    signal.send()
    #expect(source.hasSubscribers)
    #expect(!signal.hasSubscribers)
    source.send(.success(3))
    source.send(.failure(Fault(code: 2)))
    signal.send()
    source.send(.success(4))
    #expect(history.events == ["success(1)", "success(3)", "success(4)"])
    #expect(checked.events == [1, 2])
    subscription.invalidate()
    #expect(!source.hasSubscribers)
  }

  @Test func `retries if the signal delivers and ends immediately, and fails if the signal is empty`() {
    let subscription = source.retry { $0.code == 1 ? Broadcaster.just(0) : .empty }.recordAll(in: history)
    source.send(.failure(Fault(code: 1)))
    source.send(.success(1))
    source.send(.failure(Fault(code: 1)))
    source.send(.failure(Fault(code: 2)))
    #expect(history.events == ["success(1)", "failure(2)", "end"])
    #expect(!source.hasSubscribers)
    withExtendedLifetime(subscription) {}
  }

  @Test func `can be cancelled while it waits for the signal, and during the first update after a retry`() {
    let waiting = source.retry { [signal] _ in signal }.recordAll(in: history)
    source.send(.failure(Fault()))
    waiting.invalidate()
    #expect(!signal.hasSubscribers)
    let inside = source.retry { [signal] _ in signal }.prefix(1).recordAll(in: history)
    source.send(.failure(Fault()))
    signal.send()
    source.send(.success(1))
    #expect(history.events == ["success(1)", "end"])
    #expect(!source.hasSubscribers)
    withExtendedLifetime(inside) {}
  }

  @Test func `delivers updates once after several threads have sent failures and signals`() async {
    let subscription = source.retry { [signal] _ in signal }.recordAll(in: history)
    await onThreads(3) { [source, signal] index in
      for _ in 0..<1_000 {
        if index == 0 { signal.send() } else { source.send(.failure(Fault())) }
      }
    }
    // The pool may still deliver updates of the threads. A signal that overtakes its failure has no subscribers.
    var round = 0
    await eventually("a success to be delivered after a failure and a signal") {
      round += 1
      source.send(.failure(Fault()))
      signal.send()
      source.send(.success(round))
      return history.events.last == "success(\(round))"
    }
    source.send(.success(0))
    #expect(history.events.count { $0 == "success(0)" } == 1)
    subscription.invalidate()
    #expect(!source.hasSubscribers)
    #expect(!signal.hasSubscribers)
  }
}

@Suite("Retrying a task on a signal")
struct RetryingWhenTests {
  private let shop = Workshop<Int>()
  private let signal = BroadcastSource<Void>()
  private let history = History<String>()

  private func retrying(_ attempts: Int = .max) -> PublishedTask<Int, Int, Fault> {
    .retrying(attempts: attempts, when: { [signal] _ in signal }) { [shop] in shop.task("\($0)") }
  }

  @Test func `starts the next attempt at the first update of the signal, and cancels the signal`() {
    let subscription = retrying().record(in: history)
    shop.report(10, in: "1")
    shop.complete("1", .failure(Fault(code: 1)))
    #expect(shop.log.events == ["start 1"])
    #expect(signal.hasSubscribers)
    signal.send()
    #expect(!signal.hasSubscribers)
    shop.report(20, in: "2")
    shop.complete("2", .success(2))
    #expect(history.events == ["10", "20", "success 2", "end"])
    #expect(shop.log.events == ["start 1", "start 2"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `fails if the signal ends without an update, or if the last attempt fails`() {
    let last = retrying(2).record(in: history)
    shop.complete("1", .failure(Fault(code: 1)))
    signal.send()
    shop.complete("2", .failure(Fault(code: 2)))
    #expect(history.events == ["failure 2", "end"])
    #expect(!signal.hasSubscribers)
    let unwanted = retrying().record(in: history)
    shop.complete("1", .failure(Fault(code: 3)))
    signal.finish()
    #expect(history.events == ["failure 2", "end", "failure 3", "end"])
    withExtendedLifetime((last, unwanted)) {}
  }
}
