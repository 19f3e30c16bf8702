import Combine
import TestSupport
import Testing
import Tidings

@Suite("Tokens of both in the same place")
struct CancellablesTests {
  @Test func `a subscription goes into a set of cancellables, and ends with it`() {
    let source = BroadcastSource<Int>()
    var cancellables: Set<AnyCancellable> = []
    source.attach { _ in }.store(in: &cancellables)
    #expect(source.hasSubscribers)
    cancellables.removeAll()
    #expect(!source.hasSubscribers)
  }

  @Test func `a subscription goes into a set of its own kind as before`() {
    let source = BroadcastSource<Int>()
    var subscriptions: Set<TidingsCore.Subscription> = []
    source.attach { _ in }.store(in: &subscriptions)
    #expect(source.hasSubscribers)
    subscriptions.first?.cancel()
    #expect(!source.hasSubscribers)
  }

  @Test func `a cancellable goes into a bag, and is cancelled with it`() {
    let source = BroadcastSource<Int>()
    let bag = SubscriptionBag()
    source.combinePublisher.sink { _ in }.store(in: bag)
    #expect(source.hasSubscribers)
    bag.removeAll()
    #expect(!source.hasSubscribers)
  }
}
