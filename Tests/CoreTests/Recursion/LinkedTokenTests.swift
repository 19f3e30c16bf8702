import TestSupport
import Testing
import TidingsCore

/// The threads that `Thread` starts on Apple platforms have half a megabyte.
@Suite("Tokens that hold each other")
struct LinkedTokenTests {
  @Test("are all given up with the first, each once, before its call returns")
  func invalidated() async {
    let count = LongChain.count(1_000_000)
    let given = Locked(0)
    await onThreads(stackByteCount: LongChain.stackByteCount) { _ in
      var token = Subscription { given.withLock { $0 += 1 } }
      for _ in 1..<count {
        token = Subscription { [token] in
          given.withLock { $0 += 1 }
          token.invalidate()
        }
      }
      token.invalidate()
    }
    #expect(given.withLock { $0 } == count)
  }

  @Test("are all dropped with the first")
  func dropped() async {
    let count = LongChain.count(1_000_000)
    let given = Locked(0)
    await onThreads(stackByteCount: LongChain.stackByteCount) { _ in
      var token = Subscription { given.withLock { $0 += 1 } }
      for _ in 1..<count {
        token = Subscription { [token] in
          given.withLock { $0 += 1 }
          withExtendedLifetime(token) {}
        }
      }
      token = .ended
    }
    #expect(given.withLock { $0 } == count)
  }

  private final class Screen: Sendable {
    let subscriptions = SubscriptionBag()
  }

  @Test("by closures and bags of objects are all dropped with the first")
  func bags() async {
    let source = BroadcastSource<Int>()
    let value = PublishedProperty(0)
    await onThreads(stackByteCount: LongChain.stackByteCount) { _ in
      var screen = Screen()
      for _ in 0..<LongChain.count(20_000) {
        let next = Screen()
        source.subscribe { [screen] _ in withExtendedLifetime(screen) {} }.store(in: next.subscriptions)
        value.subscribe { [screen] _ in withExtendedLifetime(screen) {} }.store(in: next.subscriptions)
        screen = next
      }
      screen = Screen()
    }
    #expect(!source.hasSubscribers)
    #expect(!value.hasSubscribers)
  }
}
