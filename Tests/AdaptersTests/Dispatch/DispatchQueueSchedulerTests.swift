import Dispatch
import TestSupport
import Testing
import Tidings

@Suite("A dispatch queue as a scheduler")
struct DispatchQueueSchedulerTests {
  private let queue = DispatchQueue(label: "tidings.test")

  @Test func `runs jobs in order, and is current only while it runs them`() async {
    let history = History<Int>()
    for number in 1...10 { queue.enqueue { [queue] in history.record(queue.isCurrent ? number : -1) } }
    await onThreads { _ in history.waitForCount(10) }
    #expect(history.events == Array(1...10))
    #expect(!queue.isCurrent)
  }

  @Test func `runs a delayed job when it is due, and never one with the longest delay`() async {
    let history = History<String>()
    let start = queue.uptime
    let subscriptions = [
      queue.enqueue(after: .milliseconds(30)) { [queue] in
        history.record(queue.uptime - start >= .milliseconds(30) ? "late" : "too early")
      },
      queue.enqueue(after: .zero) { history.record("zero") },
      queue.enqueue(after: .seconds(-1)) { history.record("negative") },
      queue.enqueue(after: .seconds(Int64.max)) { history.record("never") },
    ]
    await onThreads { _ in history.waitForCount(3) }
    #expect(Set(history.events) == ["zero", "negative", "late"])
    withExtendedLifetime(subscriptions) {}
  }

  @Test func `runs each due job once after a suspension, also one with a tolerance`() async {
    let history = History<Int>()
    queue.suspend()
    var kept = (1...4).map { number in
      queue.enqueue(after: .milliseconds(number), tolerance: .milliseconds(number)) { history.record(number) }
    }
    kept.append(DispatchQueue.global().enqueue(after: .milliseconds(20)) { [queue] in queue.resume() })
    await onThreads { _ in history.waitForCount(4) }
    queue.sync {}
    #expect(history.events.sorted() == [1, 2, 3, 4])
    withExtendedLifetime(kept) {}
  }

  @Test func `runs two due jobs at the same time on a concurrent queue`() async {
    let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
    let history = History<String>()
    queue.suspend()
    let kept = [
      queue.enqueue(after: .zero) {
        history.wait(for: "second")
        history.record("first")
      },
      queue.enqueue(after: .zero) { history.record("second") },
      DispatchQueue.global().enqueue(after: .milliseconds(20)) { queue.resume() },
    ]
    await onThreads { _ in history.wait(for: "first") }
    #expect(history.events == ["second", "first"])
    withExtendedLifetime(kept) {}
  }

  @Test func `is current for its own code and for queues that target it, and for no other`() {
    let targeting = DispatchQueue(label: "targeting", target: queue)
    let other = DispatchQueue(label: "other")
    targeting.sync { #expect(queue.isCurrent && targeting.isCurrent && !other.isCurrent) }
    queue.sync { #expect(queue.isCurrent && !targeting.isCurrent) }
    DispatchQueue.global(qos: .utility).sync { #expect(DispatchQueue.global(qos: .utility).isCurrent) }
  }

  @Test func `does not run a cancelled job, and releases it immediately`() async {
    let history = History<String>()
    queue.suspend()
    weak var captured: History<String>?
    let cancelled: Subscription
    do {
      let object = History<String>()
      captured = object
      cancelled = queue.enqueue(after: .zero) { object.record("cancelled") }
    }
    #expect(captured != nil)
    cancelled.invalidate()
    #expect(captured == nil)
    queue.resume()
    queue.enqueue { history.record("next") }
    await onThreads { _ in history.wait(for: "next") }
    #expect(history.events == ["next"])
  }

  @Test func `can be written with a leading dot as a scheduler`() {
    func label(_ scheduler: some UpdateScheduler) -> String? { (scheduler as? DispatchQueue)?.label }
    #expect(label(.main) == DispatchQueue.main.label)
    #expect(label(.global(qos: .utility)) == DispatchQueue.global(qos: .utility).label)
    #expect(label(DispatchQueue.global()) == label(.global()))
  }

  @Test func `completes a task after a delay`() async {
    let task = PublishedTask<Never, Int, Never>(.success(7), after: .milliseconds(1), on: queue)
    #expect(await task.result == .success(7))
  }
}
