import TestSupport
import Testing
import Tidings

@testable import TidingsCore

@Suite("A bag of subscriptions")
struct SubscriptionBagTests {
  @Test func `cancels its subscriptions when it is released`() {
    let source = BroadcastSource<Int>()
    let history = History<Int>()
    do {
      let bag = SubscriptionBag()
      source.subscribe { history.record($0) }.store(in: bag)
      bag.insert(source.subscribe { history.record($0 * 10) })
      source.send(1)
      #expect(bag.count == 2)
    }
    source.send(2)
    #expect(history.events == [1, 10])
    #expect(!source.hasSubscribers)
  }

  @Test func `invalidates its subscriptions when it is emptied, and can be used again`() {
    let source = BroadcastSource<Int>()
    let bag = SubscriptionBag()
    let subscription = source.subscribe { _ in }
    bag.insert(subscription)
    bag.removeAll()
    #expect(!subscription.isActive)
    source.subscribe { _ in }.store(in: bag)
    #expect(source.hasSubscribers)
    bag.removeAll()
  }

  @Test func `releases a subscription whose publisher has ended`() {
    let source = BroadcastSource<Int>()
    let bag = SubscriptionBag()
    source.subscribe { _ in }.store(in: bag)
    source.subscribeOnce { _ in }.store(in: bag)
    source.send(1)
    #expect(bag.count == 1)
    source.finish()
    #expect(bag.isEmpty)
  }

  @Test func `does not keep a subscription that has ended already`() {
    let bag = SubscriptionBag()
    Subscription.ended.store(in: bag)
    #expect(bag.isEmpty)
  }

  @Test func `releases an invalidated subscription of any kind`() {
    let source = BroadcastSource<Int>()
    let property = PublishedProperty(0)
    let bag = SubscriptionBag()
    let subscriptions = [
      source.attach { _ in }, property.attach { _ in }, property.combineLatest(source).attach { _ in },
      property.map { $0 + 1 }.share().attach { _ in }, Subscription {},
    ]
    for (index, subscription) in subscriptions.enumerated() {
      subscription.store(in: bag)
      #expect(bag.count == 1)
      subscription.invalidate()
      #expect(bag.isEmpty, "subscription \(index)")
      subscription.store(in: bag)
      #expect(bag.isEmpty, "subscription \(index), inserted again")
    }
  }

  @Test func `releases the subscriptions that a source has removed`() {
    let source = BroadcastSource<Int>()
    let property = PublishedProperty(0)
    let task = TaskSource<Int, Int, Never>()
    let bag = SubscriptionBag()
    source.attach { _ in }.store(in: bag)
    source.map { $0 + 1 }.filter { $0 > 0 }.attach { _ in }.store(in: bag)
    property.attach { _ in }.store(in: bag)
    property.map { $0 + 1 }.attach { _ in }.store(in: bag)
    task.publishedTask.attach { _ in }.store(in: bag)
    #expect(bag.count == 5)
    source.removeAllSubscribers()
    #expect(bag.count == 3)
    property.removeAllSubscribers()
    #expect(bag.count == 1)
    task.removeAllSubscribers()
    #expect(bag.isEmpty)
  }

  @Test func `keeps a subscription to an operator whose source removed it until it is invalidated`() {
    let source = BroadcastSource<Int>()
    let bag = SubscriptionBag()
    let subscription = source.share().attach { _ in }
    subscription.store(in: bag)
    source.removeAllSubscribers()
    #expect(bag.count == 1)
    subscription.invalidate()
    #expect(bag.isEmpty)
  }

  @Test func `removes a subscription, which then lasts as long as its token`() {
    let source = BroadcastSource<Int>()
    let history = History<Int>()
    let bag = SubscriptionBag()
    do {
      let subscription = source.attach { history.record($0) }
      subscription.store(in: bag)
      #expect(bag.remove(subscription))
      #expect(!bag.remove(subscription))
      #expect(bag.isEmpty)
      source.send(1)
      subscription.store(in: bag)
      #expect(bag.count == 1)
      bag.remove(subscription)
    }
    source.send(2)
    #expect(history.events == [1])
    #expect(!source.hasSubscribers)
  }

  @Test func `keeps a subscription that is inserted twice only once, until it is invalidated`() {
    let source = BroadcastSource<Int>()
    let bag = SubscriptionBag()
    let subscription = source.attach { _ in }
    subscription.store(in: bag)
    subscription.store(in: bag)
    #expect(bag.count == 1)
    #expect(subscription.isActive)
    #expect(subscription.owner.ended.count == 1)
    subscription.invalidate()
    #expect(bag.isEmpty)
  }

  @Test func `can be filled and emptied by many threads, which also invalidate its subscriptions`() async {
    let source = BroadcastSource<Int>()
    let bag = SubscriptionBag()
    await onThreads(4) { index in
      for _ in 0..<200 {
        let subscription = source.attach { _ in }
        subscription.store(in: bag)
        if index == 0 { bag.remove(subscription) }
        if index == 1 { bag.removeAll() } else { subscription.invalidate() }
      }
    }
    #expect(bag.isEmpty)
    #expect(!source.hasSubscribers)
  }

  @Test func `can be replaced by a set or an array`() {
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
