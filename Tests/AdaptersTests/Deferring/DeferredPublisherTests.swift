import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("A deferred publisher")
struct DeferredPublisherTests {
  @Test func `subscribes waiting subscribers in order when it is resolved`() {
    let late = DeferredPublisher<Int>()
    let property = PublishedProperty(7)
    let history = History<String>()
    let subscriptions = ["a", "b"].map { name in late.attach { history.record("\(name)\($0)") } }
    #expect(history.events.isEmpty)
    #expect(late.resolve(with: property))
    #expect(history.events == ["a7", "b7"])
    property.value = 8
    #expect(history.events == ["a7", "b7", "a8", "b8"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `subscribes the remaining of many subscribers in order`() {
    let late = DeferredPublisher<Int>()
    let history = History<Int>()
    let subscriptions = (0..<100).map { number in late.attach { _ in history.record(number) } }
    for (number, subscription) in subscriptions.enumerated() where number.isMultiple(of: 3) {
      subscription.invalidate()
    }
    late.resolve(with: PublishedProperty(7))
    #expect(history.events == (0..<100).filter { !$0.isMultiple(of: 3) })
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `forwards updates and the end`() {
    let late = DeferredPublisher<Int>()
    let source = BroadcastSource<Int>()
    let history = History<String>()
    let subscription = late.subscribe {
      history.record("\($0)")
    } ended: {
      history.record("end")
    }
    late.resolve(with: source)
    source.send(1)
    source.finish()
    #expect(history.events == ["1", "end"])
    #expect(!subscription.isActive)
  }

  @Test func `starts a task for a waiting subscriber, and cancels it when that subscriber leaves`() {
    let late = DeferredPublisher<TaskUpdate<Int, Int, Never>>()
    let runs = Runs()
    let subscription = late.attach { _ in }
    late.resolve(
      with: PublishedTask<Int, Int, Never>(start: { run in
        runs.begin(run, sending: { $0.report($1) }, stop: { withExtendedLifetime(run) {} })
      }))
    #expect(runs.log.events == ["start"])
    subscription.invalidate()
    #expect(runs.log.events == ["start", "stop"])
  }

  @Test func `does not subscribe a subscriber that has unsubscribed`() {
    let late = DeferredPublisher<Int>()
    late.attach { _ in }.invalidate()
    let source = BroadcastSource<Int>()
    late.resolve(with: source)
    #expect(!source.hasSubscribers)
  }

  @Test func `ends waiting subscriptions if it is released unresolved`() {
    let history = History<String>()
    var late: DeferredPublisher<Int>? = DeferredPublisher()
    let subscription = late?.subscribe { _ in
    } ended: {
      history.record("end")
    }
    late = nil
    #expect(history.events == ["end"])
    #expect(subscription?.isActive == false)
  }

  @Test func `is resolved by the first call`() {
    let late = DeferredPublisher<Int>()
    #expect(late.resolve(with: Broadcaster<Int>.never))
    #expect(!late.resolve(with: Broadcaster.just(1)))
  }

  @Test func `can be resolved while other threads subscribe`() async {
    for _ in 0..<100 {
      let late = DeferredPublisher<Int>()
      let property = PublishedProperty(7)
      let history = History<Int>()
      let bag = SubscriptionBag()
      await onThreads(3) { index in
        if index == 0 {
          late.resolve(with: property)
        } else {
          late.attach { history.record($0) }.store(in: bag)
        }
      }
      #expect(history.events == [7, 7])
      bag.removeAll()
      #expect(!property.hasSubscribers)
    }
  }
}
