import Dispatch
import Foundation
import TestSupport
import Testing
import Tidings
import TidingsCore
import TidingsTesting

@Suite("Waiting for the next update")
struct WaitForNextTests {
  /// Waits on one thread, while another performs an action after the subscription.
  private func wait<Update>(
    for source: BroadcastSource<Update>, _ wait: @escaping @Sendable () -> String,
    meanwhile action: @escaping @Sendable () -> Void
  ) async -> String? {
    let outcome = History<String>()
    await onThreads(2) { thread in
      if thread == 0 {
        outcome.record(wait())
      } else {
        eventuallyOnThread("a subscriber") { source.hasSubscribers }
        action()
      }
    }
    return outcome.events.first
  }

  private func describe<Output>(_ wait: () throws(WaitError) -> Output) -> String {
    do throws(WaitError) { return "\(try wait())" } catch { return "\(error)" }
  }

  @Test func `returns an update from another thread, and leaves no subscription`() async {
    let source = BroadcastSource<Int>()
    let outcome = await wait(for: source) { [self] in
      describe { () throws(WaitError) in try source.waitForNext() }
    } meanwhile: {
      for update in 1...3 { source.send(update) }
    }
    #expect(outcome == "1")
    #expect(!source.hasSubscribers)
  }

  @Test
  @MainActor
  func `returns the current value immediately, also with a timeout of zero and on the main actor`() throws {
    let property = PublishedProperty(7)
    #expect(try property.waitForNext() == 7)
    #expect(try property.waitForNext(timeout: .zero) == 7)
    #expect(try property.publishedValue.receive(on: DispatchQueue.main).waitForNext() == 7)
    #expect(!property.hasSubscribers)
  }

  @Test(arguments: [Duration.milliseconds(1), .zero, .seconds(-1)])
  func `fails when the time limit is exceeded`(limit: Duration) async {
    let source = BroadcastSource<Int>()
    await onThreads { [self] _ in
      #expect(describe { () throws(WaitError) in try source.waitForNext(timeout: limit) } == "\(WaitError.timedOut)")
    }
    #expect(!source.hasSubscribers)
  }

  @Test func `accepts the longest possible timeout`() async {
    let source = BroadcastSource<Int>()
    let outcome = await wait(for: source) { [self] in
      describe { () throws(WaitError) in try source.waitForNext(timeout: Duration(attoseconds: .max)) }
    } meanwhile: {
      source.send(1)
    }
    #expect(outcome == "1")
  }

  @Test func `ends when the source removes all subscribers`() async {
    let source = BroadcastSource<Int>()
    let outcome = await wait(for: source) { [self] in
      describe { () throws(WaitError) in try source.waitForNext() }
    } meanwhile: {
      source.removeAllSubscribers()
    }
    #expect(outcome == "\(WaitError.ended)")
  }

  @Test func `returns the result of a completed task whose source removes the subscriber before the delivery`() async {
    let source = TaskSource<Int, Int, Never>()
    let removing = source.publishedTask.isRunning.attach { isRunning in
      if !isRunning { source.removeAllSubscribers() }
    }
    await onThreads(2) { thread in
      if thread == 0 {
        let outcome = describe { () throws(WaitError) in try source.publishedTask.waitForNext() }
        #expect(outcome == "success(1)")
      } else {
        eventuallyOnThread("a subscriber") { source.hasSubscribers }
        source.succeed(1)
      }
    }
    withExtendedLifetime(removing) {}
  }

  @Test func `ends with its publisher, also if it has already ended`() async {
    let source = BroadcastSource<Int>()
    let outcome = await wait(for: source) { [self] in
      describe { () throws(WaitError) in try source.waitForNext() }
    } meanwhile: {
      source.finish()
    }
    #expect(outcome == "\(WaitError.ended)")
    #expect(describe { () throws(WaitError) in try source.waitForNext() } == "\(WaitError.ended)")
    #expect(describe { () throws(WaitError) in try Broadcaster.just(4).waitForNext() } == "4")
  }

  @Test func `ends when its publisher ends on another thread during the subscription`() async {
    let handovers = (0..<3_000).map { _ in PublishedProperty<BroadcastSource<Int>?>(nil) }
    await onThreads(2) { index in
      for handover in handovers {
        guard index == 0 else {
          let publisher = Broadcaster<Int> { source in
            handover.value = source
            return .ended
          }
          #expect(throws: WaitError.ended) { try publisher.waitForNext() }
          continue
        }
        // The end occurs while the other thread is still subscribing.
        while handover.value?.finish() == nil {}
      }
    }
  }

  @Test(arguments: [true, false])
  func `of a task returns its result and ignores its progress`(succeeds: Bool) async {
    let result: Result<Int, Fault> = succeeds ? .success(2) : .failure(Fault(code: 3))
    let source = TaskSource<Int, Int, Fault>()
    let outcome = History<String>()
    await onThreads(2) { [self] thread in
      if thread == 0 {
        outcome.record(describe { () throws(WaitError) in try source.publishedTask.waitForNext() })
      } else {
        eventuallyOnThread("a subscriber") { source.hasSubscribers }
        source.report(1)
        source.complete(result)
      }
    }
    let again = describe { () throws(WaitError) in try source.publishedTask.waitForNext(timeout: .zero) }
    #expect(outcome.events + [again] == ["\(result)", "\(result)"])
  }

  @Test func `of a task cancels it when the time limit is exceeded`() {
    let shop = Workshop<Int>()
    let outcome = describe { () throws(WaitError) in try shop.task("x").waitForNext(timeout: .zero) }
    #expect(outcome == "\(WaitError.timedOut)")
    #expect(shop.log.events == ["start x", "cancel x"])
  }

  @Test
  @MainActor
  func `on the main actor returns updates that are delivered on another queue`() throws {
    let queue = DispatchQueue(label: "elsewhere")
    #expect(try Broadcaster.after(.milliseconds(1), scheduler: queue).map { 1 }.waitForNext() == 1)
    // A limit on the main queue, which cannot pass, has no effect.
    let limited = Broadcaster.after(.milliseconds(1), scheduler: queue).map { 1 }
      .timeout(.seconds(1_000), scheduler: DispatchQueue.main)
    #expect(try limited.waitForNext() == 1)
  }

  @Test
  @MainActor
  func `on the main actor does not trap with a timeout of zero`() {
    let source = BroadcastSource<Int>()
    #expect(throws: WaitError.timedOut) {
      try source.receive(on: DispatchQueue.main).waitForNext(timeout: .zero)
    }
  }

  @Test func `on a concurrent queue receives updates that are delivered there`() async {
    let history = History<String>()
    for queue in [DispatchQueue(label: "concurrent", attributes: .concurrent), .global()] {
      let timer = Broadcaster.after(.milliseconds(1), scheduler: queue).map { "x" }.receive(on: queue)
      queue.async { [self] in
        history.record(
          describe { () throws(WaitError) in try timer.waitForNext() })
      }
    }
    await onThreads { _ in history.waitForCount(2) }
    #expect(history.events == ["x", "x"])
  }

  @Test func `on the delivering serial queue fails when the time limit is exceeded`() async {
    let history = History<String>()
    let queue = DispatchQueue(label: "serial")
    let source = BroadcastSource<Int>()
    queue.async { [self] in
      history.record(
        describe { () throws(WaitError) in try source.receive(on: queue).waitForNext(timeout: .milliseconds(1)) })
    }
    await onThreads { _ in history.waitForCount(1) }
    #expect(history.events == ["\(WaitError.timedOut)"])
  }

  @Test func `leaves no objects`() async {
    await LiveScope.expectingNoLeaks {
      await onThreads { _ in
        let queue = DispatchQueue(label: "elsewhere")
        for _ in 0..<20 {
          #expect(throws: Never.self) { try Broadcaster.after(.zero, scheduler: queue).waitForNext() }
        }
      }
    }
  }
}

@Suite("Waiting that would never end")
struct DeadlockTests {
  private func expectRefusal(_ result: ExitTest.Result?) {
    #expect(
      result.message.contains(
        "waitForNext(timeout:) blocks the main thread, on which its publisher, or a subscription that it starts, delivers"
      ))
  }

  @Test func `traps on the main actor if updates hop to the main queue`() async {
    let received = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let source = BroadcastSource<Int>()
        _ = try? source.map { $0 }.receive(on: DispatchQueue.main).filter { _ in true }
          .waitForNext(timeout: .seconds(600))
      }
    }
    expectRefusal(received)
    let merged = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let main = Broadcaster.just(1).receive(on: DispatchQueue.main, hop: .always)
        _ = try? BroadcastSource<Int>().merge(with: main).waitForNext(timeout: .seconds(600))
      }
    }
    expectRefusal(merged)
    let clock = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let main = ClockScheduler(ContinuousClock(), on: .main)
        _ = try? Broadcaster.just(1).receive(on: main).waitForNext(timeout: .seconds(600))
      }
    }
    expectRefusal(clock)
  }

  @Test func `traps on the main actor if updates are subscribed, delayed or timed there`() async {
    let subscribed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        _ = try? Broadcaster.just(1).subscribe(on: DispatchQueue.main).waitForNext(timeout: .seconds(600))
      }
    }
    expectRefusal(subscribed)
    let delayed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let task = PublishedTask<Int, Int, Never>.success(1).delay(for: .zero, scheduler: DispatchQueue.main)
        _ = try? task.waitForNext(timeout: .seconds(600))
      }
    }
    expectRefusal(delayed)
    let timer = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        _ = try? Broadcaster.every(.milliseconds(1), scheduler: DispatchQueue.main).waitForNext()
      }
    }
    expectRefusal(timer)
    let collected = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let value = PublishedProperty(1)
        _ = try? value.collect(every: .milliseconds(1), scheduler: DispatchQueue.main)
          .waitForNext(timeout: .seconds(600))
      }
    }
    expectRefusal(collected)
    let completed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let task = PublishedTask<Int, Int, Never>(.success(1), after: .zero, on: DispatchQueue.main)
        _ = try? task.waitForNext(timeout: .seconds(600))
      }
    }
    expectRefusal(completed)
  }

  @Test func `traps on the main actor if a custom publisher subscribes on it`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let source = BroadcastSource<Int>()
        let hopping = Broadcaster<Int> { hopped in
          source.subscribe { @MainActor update in hopped.send(update) }
        }
        _ = try? hopping.waitForNext(timeout: .seconds(600))
      }
    }
    expectRefusal(result)
  }
}
