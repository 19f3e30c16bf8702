import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("Subscribing to results")
struct ResultSubscribingTests {
  private struct Refusal: Error {}

  private let source = BroadcastSource<Result<Int, Refusal>>()
  private let history = History<String>()

  @Test func `calls one closure with values, one with failures, and one at the end`() {
    let history = history
    let subscription = source.subscribe(
      value: { history.record("\($0)") }, failure: { history.record("\($0)") }, ended: { history.record("end") })
    source.send(.success(1))
    source.send(.failure(Refusal()))
    source.send(.success(2))
    source.finish()
    #expect(history.events == ["1", "Refusal()", "2", "end"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `can omit the closure for the end`() {
    let history = history
    let subscription = source.subscribe {
      history.record("\($0)")
    } failure: {
      history.record("\($0)")
    }
    source.send(.success(1))
    source.send(.failure(Refusal()))
    #expect(history.events == ["1", "Refusal()"])
    subscription.invalidate()
  }

  @Test func `delivers values, failures and the end in order on the main actor`() async {
    let history = history
    let subscription = await MainActor.run { [source] in
      source.subscribe { @MainActor in
        history.record("\($0)")
      } failure: { @MainActor in
        history.record("\($0)")
      } ended: { @MainActor in
        history.record("end")
      }
    }
    await onThreads { [source] _ in
      for update in 1...50 { source.send(update.isMultiple(of: 2) ? .failure(Refusal()) : .success(update)) }
      source.finish()
      history.wait(for: "end")
    }
    let expected = (1...50).map { $0.isMultiple(of: 2) ? "Refusal()" : "\($0)" } + ["end"]
    #expect(history.events == expected)
    withExtendedLifetime(subscription) {}
  }

  @Test func `runs a closure without isolation on the actor of the other closure`() async {
    let history = History<Bool>()
    let subscription = source.subscribe(
      value: { _ in history.record(MainQueue.isCurrent) }, failure: { @MainActor _ in history.record(true) })
    await onThreads { [source] _ in
      source.send(.success(1))
      source.send(.failure(Refusal()))
      history.waitForCount(2)
    }
    #expect(history.events == [true, true])
    subscription.invalidate()
  }
}
