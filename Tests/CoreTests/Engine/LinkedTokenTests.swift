import TestSupport
import Testing
import TidingsCore

/// The threads that `Thread` starts on Apple platforms have half a megabyte.
@Suite("Tokens that hold each other")
struct LinkedTokenTests {
  /// A number of tokens, each of which acts on the previous one when it is cancelled.
  private static func link(
    _ count: Int, counting given: EventState<Int>, _ use: @escaping @Sendable (Subscription) -> Void
  ) -> Subscription {
    (1..<count).reduce(Subscription { given.change { $0 += 1 } }) { token, _ in
      Subscription {
        given.change { $0 += 1 }
        use(token)
      }
    }
  }

  @Test
  func `are all cancelled with the first, each once, before its call returns`() async {
    let count = LongChain.count(1_000_000)
    let given = EventState(0)
    await onThreads(stackByteCount: LongChain.stackByteCount) { _ in
      Self.link(count, counting: given) { $0.invalidate() }.invalidate()
    }
    #expect(given.state == count)
  }

  @Test
  func `are all released with the first`() async {
    let count = 500
    let given = EventState(0)
    await onThreads(stackByteCount: LongChain.stackByteCount) { _ in
      _ = Self.link(count, counting: given) { withExtendedLifetime($0) {} }
    }
    #expect(given.state == count)
  }

  private final class Screen: Sendable {
    let subscriptions = SubscriptionBag()
  }

  @Test
  func `by closures and bags of objects are all released with the first`() async {
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

  @Test
  func `and the handlers of one end need little stack, however many they are`() async {
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
