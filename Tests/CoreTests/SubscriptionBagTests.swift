import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("A bag of subscriptions")
struct SubscriptionBagTests {
  @Test("ends what it holds when it goes away")
  func deinitialization() {
    let source = BroadcastSource<Int>()
    let history = History<Int>()
    do {
      let bag = SubscriptionBag()
      source.subscribe { history.record($0) }.store(in: bag)
      bag += source.subscribe { history.record($0 * 10) }
      source.send(1)
      #expect(bag.count == 2)
    }
    source.send(2)
    #expect(history.events == [1, 10])
    #expect(!source.hasSubscribers)
  }

  @Test("invalidates what it holds when it is emptied, and can be used again")
  func removeAll() {
    let source = BroadcastSource<Int>()
    let bag = SubscriptionBag()
    let subscription = source.subscribe { _ in }
    bag.insert(subscription)
    bag.removeAll()
    #expect(!subscription.isActive)
    source.subscribe { _ in }.store(in: bag)
    #expect(source.hasSubscribers)
  }

  @Test("lets go of a subscription whose publisher has ended")
  func endedLeaves() {
    let source = BroadcastSource<Int>()
    let bag = SubscriptionBag()
    source.subscribe { _ in }.store(in: bag)
    source.subscribeOnce { _ in }.store(in: bag)
    source.send(1)
    #expect(bag.count == 1)
    source.finish()
    #expect(bag.isEmpty)
  }

  @Test("does not keep a subscription that has ended already")
  func endedBefore() {
    let bag = SubscriptionBag()
    Subscription.ended.store(in: bag)
    #expect(bag.isEmpty)
  }

  @Test("may be filled and emptied from many threads")
  func threads() async {
    let source = BroadcastSource<Int>()
    let bag = SubscriptionBag()
    await onThreads(4) { index in
      for _ in 0..<200 {
        if index == 0 { bag.removeAll() } else { source.attach { _ in }.store(in: bag) }
      }
    }
    bag.removeAll()
    #expect(!source.hasSubscribers)
  }

  @Test("has the standard collections beside it")
  func collections() {
    let source = BroadcastSource<Int>()
    var set: Set<Subscription> = []
    var array: [Subscription] = []
    source.subscribe { _ in }.store(in: &set)
    source.subscribe { _ in }.store(in: &array)
    #expect(set.count == 1)
    #expect(array.count == 1)
    set.removeAll()
    array.removeAll()
    #expect(!source.hasSubscribers)
  }
}
