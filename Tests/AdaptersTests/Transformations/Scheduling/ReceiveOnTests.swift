import Dispatch
import TestSupport
import Testing
import Tidings
import TidingsTesting
import TidingsCore

@Suite("Receiving on a scheduler")
struct ReceiveOnTests {
  private let queue = DispatchQueue(label: "receiving")

  @Test func `delivers immediately on its scheduler after all pending updates were delivered`() {
    let scheduler = ManualScheduler()
    let source = BroadcastSource<Int>()
    let history = History<Int>()
    let subscription = source.receive(on: scheduler, hop: .whenNeeded).attach { history.record($0) }
    // The maximum number of updates that one job delivers.
    for number in 1...16 { source.send(number) }
    scheduler.enqueue {
      source.send(17)
      #expect(history.events == Array(1...17))
    }
    scheduler.run()
    #expect(history.events == Array(1...17))
    subscription.invalidate()
  }

  @Test func `hops always, when needed or never, as requested`() {
    let source = BroadcastSource<Int>()
    let history = History<String>()
    let subscriptions = [
      source.receive(on: queue, hop: .always).attach { _ in history.record("always") },
      source.receive(on: queue, hop: .whenNeeded).attach { _ in history.record("when needed") },
      source.receive(on: queue, hop: .never).attach { _ in history.record("never") },
    ]
    queue.sync {
      source.send(1)
      history.record("sent")
    }
    queue.sync {}
    #expect(history.events == ["when needed", "never", "sent", "always"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `of a value is a value, and delivers the current value and then each change`() {
    let property = PublishedProperty(1)
    let received: PublishedValue<Int> = property.publishedValue.receive(on: queue)
    let history = History<Int>()
    queue.suspend()
    let subscription = received.attach { history.record($0) }
    property.value = 2
    property.value = 2
    property.value = 3
    #expect(received.value == 3)
    queue.resume()
    queue.sync {}
    #expect(history.events == [1, 2, 3])
    subscription.invalidate()
    #expect(!property.hasSubscribers)
  }

  @Test func `of a task is a task`() async {
    let task = PublishedTask<Int, String, Never>(start: { run in
      run.report(1)
      run.succeed("done")
      return Subscription {}
    }).receive(on: queue)
    let history = History<String>()
    let subscription = task.subscribe(
      progress: { history.record("\($0)") }, success: { history.record($0) })
    subscription.whenEnded { history.record("end") }
    await onThreads { _ in history.wait(for: "end") }
    #expect(history.events == ["1", "done", "end"])
  }

  @Test func `keeps the newest or oldest updates, and reports dropped ones`() {
    for (buffering, kept) in [(Buffering.newest(2), [8, 9]), (.oldest(2), [0, 1])] {
      let source = BroadcastSource<Int>()
      let history = History<Int>()
      let dropped = History<Int>()
      queue.suspend()
      let subscription = source.receive(on: queue, buffering: buffering, dropped: { dropped.record($0) })
        .attach { history.record($0) }
      for update in 0..<10 { source.send(update) }
      source.finish()
      queue.resume()
      queue.sync {}
      #expect(history.events == kept)
      #expect(dropped.events == (0..<10).filter { !kept.contains($0) })
      #expect(!subscription.isActive)
    }
  }

  @Test func `never drops the result of a task`() {
    let source = TaskSource<Int, Int, Never>()
    let history = History<String>()
    let dropped = History<TaskUpdate<Int, Int, Never>>()
    queue.suspend()
    let subscription = source.publishedTask
      .receive(on: queue, buffering: .oldest(1), dropped: { dropped.record($0) })
      .subscribe(progress: { history.record("\($0)") }, success: { history.record("success \($0)") })
    for progress in 1...3 { source.report(progress) }
    source.succeed(99)
    queue.resume()
    queue.sync {}
    #expect(history.events == ["1", "success 99"])
    #expect(dropped.events.count == 2)
    subscription.invalidate()
  }

  @Test func `has one pending job for each of many subscriptions`() {
    let scheduler = ManualScheduler()
    let source = BroadcastSource<Int>()
    let subscriptions = (0..<300).map { _ in source.receive(on: scheduler).attach { _ in } }
    for update in 0..<100 { source.send(update) }
    #expect(scheduler.pendingJobs == 300)
    withExtendedLifetime(subscriptions) { scheduler.run() }
  }

  @Test func `ends with a later operator, and unsubscribes from its source`() {
    let property = PublishedProperty(1)
    let scheduler = ManualScheduler()
    let history = History<String>()
    let subscription = property.publishedValue.receive(on: scheduler).prefix(1).attach { history.record("\($0)") }
    subscription.whenEnded { history.record("end") }
    property.value = 2
    scheduler.advance(by: .zero)
    #expect(history.events == ["1", "end"])
    #expect(!property.hasSubscribers)
  }

  @Test func `leaves no objects if it is cancelled with pending updates`() async {
    await LiveScope.expectingNoLeaks {
      let source = BroadcastSource<Int>()
      let scheduler = ManualScheduler()
      let subscription = source.receive(on: scheduler).attach { _ in }
      source.send(1)
      subscription.invalidate()
      #expect(!source.hasSubscribers)
      scheduler.advance(by: .zero)
    }
  }
}
