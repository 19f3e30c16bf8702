import TestSupport
import Testing
import TidingsCore

/// The threads that `Thread` starts on Apple platforms have a stack of half a megabyte.
@Suite("Tokens that hold each other")
struct LinkedTokenTests {
  /// Creates a chain of tokens. When one is cancelled, it passes the previous one to a closure.
  private static func link(
    _ count: Int, counting cancelledCount: EventState<Int>, _ use: @escaping @Sendable (Subscription) -> Void
  ) -> Subscription {
    (1..<count).reduce(Subscription { cancelledCount.change { $0 += 1 } }) { token, _ in
      Subscription {
        cancelledCount.change { $0 += 1 }
        use(token)
      }
    }
  }

  @Test func `are all cancelled once with the first, before its call returns`() async {
    let count = LongChain.count(1_000_000)
    let cancelledCount = EventState(0)
    await onThreads(stackByteCount: LongChain.stackByteCount) { _ in
      Self.link(count, counting: cancelledCount) { $0.invalidate() }.invalidate()
    }
    #expect(cancelledCount.state == count)
  }

  @Test func `are all released with the first`() async {
    let count = 500
    let cancelledCount = EventState(0)
    await onThreads(stackByteCount: LongChain.stackByteCount) { _ in
      _ = Self.link(count, counting: cancelledCount) { withExtendedLifetime($0) {} }
    }
    #expect(cancelledCount.state == count)
  }

  private final class Screen: Sendable {
    let subscriptions = SubscriptionBag()
  }

  @Test func `through closures and bags are all released with the first`() async {
    let source = BroadcastSource<Int>()
    let value = PublishedProperty(0)
    await onThreads(stackByteCount: LongChain.stackByteCount) { _ in
      var screen = Screen()
      for _ in 0..<100 {
        let next = Screen()
        source.attach { [screen] _ in withExtendedLifetime(screen) {} }.store(in: next.subscriptions)
        value.attach { [screen] _ in withExtendedLifetime(screen) {} }.store(in: next.subscriptions)
        screen = next
      }
      screen = Screen()
    }
    #expect(!source.hasSubscribers)
    #expect(!value.hasSubscribers)
  }

  @Test func `call any number of end handlers on a small stack`() async {
    let count = 100_000
    let calls = EventState(0)
    await onThreads(stackByteCount: LongChain.stackByteCount) { _ in
      let source = BroadcastSource<Int>()
      let subscription = source.attach { _ in }
      for _ in 0..<count { subscription.whenEnded(isolation: nil) { calls.change { $0 += 1 } } }
      source.finish()
    }
    #expect(calls.state == count)
  }
}
