import Dispatch
import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("Subscribing on a scheduler")
struct SubscribeOnTests {
  private let scheduler = ManualScheduler()

  @Test func `happens there, and first delivers the current value at that time`() {
    let property = PublishedProperty(1)
    let value: PublishedValue<Int> = property.publishedValue.subscribe(on: scheduler)
    let history = History<Int>()
    let subscription = value.attach { history.record($0) }
    #expect(!property.hasSubscribers)
    property.value = 2
    scheduler.advance(by: .zero)
    property.value = 3
    #expect(history.events == [2, 3])
    #expect(value.value == 3)
    subscription.invalidate()
    #expect(!property.hasSubscribers)
  }

  @Test func `delivers updates during the subscription there, and later ones on the publishing thread`() {
    let property = PublishedProperty(1)
    let history = History<Bool>()
    let subscription = property.publishedValue.subscribe(on: scheduler).attach { [scheduler] _ in
      history.record(scheduler.isCurrent)
    }
    scheduler.advance(by: .zero)
    property.value = 2
    #expect(history.events == [true, false])
    subscription.invalidate()
  }

  @Test func `happens after a delay`() {
    let source = BroadcastSource<Int>()
    let history = History<Int>()
    let subscription = source.subscribe(on: scheduler, after: .seconds(2)).attach { history.record($0) }
    scheduler.advance(by: .seconds(1))
    source.send(1)
    scheduler.advance(by: .seconds(1))
    source.send(2)
    #expect(history.events == [2])
    subscription.invalidate()
  }

  @Test func `does not happen for a subscriber that has unsubscribed`() {
    for delay in [Duration.zero, .seconds(1)] {
      let source = BroadcastSource<Int>()
      let subscription = source.subscribe(on: scheduler, after: delay).attach { _ in }
      subscription.invalidate()
      scheduler.advance(by: .seconds(2))
      #expect(!source.hasSubscribers)
    }
  }

  @Test func `starts a task on the scheduler, and cancels it with the subscription`() {
    let history = History<String>()
    let held = Held<TaskRun<Never, Int, Never>>()
    let task = PublishedTask<Never, Int, Never>(start: { run in
      held.hold(run)
      history.record("start")
      return Subscription { history.record("cancel") }
    })
    let subscription = task.subscribe(on: scheduler).subscribe(success: { _ in })
    #expect(history.events.isEmpty)
    scheduler.advance(by: .zero)
    #expect(history.events == ["start"])
    subscription.invalidate()
    #expect(history.events == ["start", "cancel"])
    // Breaks a cycle. The task holds its start closure, which holds the run and therefore the task.
    _ = held.take()
  }

  @Test func `delivers an end that occurred before the subscription`() {
    let source = BroadcastSource<Int>()
    source.finish()
    let subscription = source.subscribe(on: scheduler).attach { _ in }
    #expect(subscription.isActive)
    scheduler.advance(by: .zero)
    #expect(!subscription.isActive)
  }

  @Test func `works on a real queue with several threads`() async {
    await LiveScope.expectingNoLeaks {
      let source = BroadcastSource<Int>(replaying: 1)
      source.send(7)
      let history = History<Int>()
      let subscriptions = SubscriptionBag()
      await onThreads(3) { _ in
        for _ in 0..<50 {
          source.subscribe(on: DispatchQueue.global()).attach { history.record($0) }.store(in: subscriptions)
        }
      }
      await onThreads { _ in history.waitForCount(150) }
      #expect(history.events.allSatisfy { $0 == 7 })
      subscriptions.removeAll()
    }
  }
}
