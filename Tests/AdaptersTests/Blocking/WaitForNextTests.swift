import Dispatch
import Foundation
import TestSupport
import Testing
import Tidings
import TidingsTesting

import TidingsCore

@testable import TidingsAdapters

@Suite("Waiting for the next update")
struct WaitForNextTests {
  /// Waits on a thread of its own, while another does something as soon as somebody is subscribed.
  private func wait<Update>(
    for source: BroadcastSource<Update>, _ wait: @escaping @Sendable () -> String,
    meanwhile action: @escaping @Sendable () -> Void
  ) async -> String? {
    let outcome = History<String>()
    await onThreads(2) { thread in
      if thread == 0 {
        outcome.record(wait())
      } else {
        while !source.hasSubscribers { sched_yield() }
        action()
      }
    }
    return outcome.events.first
  }

  private func describe<Output>(_ wait: () throws(WaitError) -> Output) -> String {
    do throws(WaitError) { return "\(try wait())" } catch { return "\(error)" }
  }

  @Test("gets it from another thread, and leaves nothing subscribed")
  func update() async {
    let source = BroadcastSource<Int>()
    let outcome = await wait(for: source) { [self] in
      describe { () throws(WaitError) in try source.waitForNext() }
    } meanwhile: {
      for update in 1...3 { source.send(update) }
    }
    #expect(outcome == "1")
    #expect(!source.hasSubscribers)
  }

  @Test("gets the current value at once, also with no time, and on the main actor where it delivers there")
  @MainActor
  func value() throws {
    let property = PublishedProperty(7)
    #expect(try property.waitForNext() == 7)
    #expect(try property.waitForNext(timeout: .zero) == 7)
    #expect(try property.publishedValue.receive(on: DispatchQueue.main).waitForNext() == 7)
    #expect(!property.hasSubscribers)
  }

  @Test("gives up when the time is over", arguments: [Duration.milliseconds(1), .zero, .seconds(-1)])
  func timeout(limit: Duration) async {
    let source = BroadcastSource<Int>()
    await onThreads { [self] _ in
      #expect(describe { () throws(WaitError) in try source.waitForNext(timeout: limit) } == "\(WaitError.timedOut)")
    }
    #expect(!source.hasSubscribers)
  }

  @Test("may take for ever")
  func never() async {
    let source = BroadcastSource<Int>()
    let outcome = await wait(for: source) { [self] in
      describe { () throws(WaitError) in try source.waitForNext(timeout: Duration(attoseconds: .max)) }
    } meanwhile: {
      source.send(1)
    }
    #expect(outcome == "1")
  }

  @Test("ends with its publisher, also when that had ended before")
  func end() async {
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

  @Test("of a task is for its result, whatever its progress", arguments: [true, false])
  func task(succeeds: Bool) async {
    let result: Result<Int, Fault> = succeeds ? .success(2) : .failure(Fault(code: 3))
    let source = TaskSource<Int, Int, Fault>()
    let outcome = History<String>()
    await onThreads(2) { [self] thread in
      if thread == 0 {
        outcome.record(describe { () throws(WaitError) in try source.publishedTask.waitForNext() })
      } else {
        while !source.hasSubscribers { sched_yield() }
        source.report(1)
        source.complete(result)
      }
    }
    let again = describe { () throws(WaitError) in try source.publishedTask.waitForNext(timeout: .zero) }
    #expect(outcome.events + [again] == ["\(result)", "\(result)"])
  }

  @Test("of a task cancels it when the time is over")
  func cancelling() {
    let shop = Workshop<Int>()
    let outcome = describe { () throws(WaitError) in try shop.task("x").waitForNext(timeout: .zero) }
    #expect(outcome == "\(WaitError.timedOut)")
    #expect(shop.log.events == ["start x", "cancel x"])
  }

  @Test("on the main actor gets what comes from elsewhere")
  @MainActor
  func mainActor() throws {
    let queue = DispatchQueue(label: "elsewhere")
    #expect(try Broadcaster.after(.milliseconds(1), scheduler: queue).map { 1 }.waitForNext() == 1)
    // A limit on the main queue, which could never pass, hinders nothing.
    let limited = Broadcaster.after(.milliseconds(1), scheduler: queue).map { 1 }
      .timeout(.seconds(1_000), scheduler: DispatchQueue.main)
    #expect(try limited.waitForNext() == 1)
  }

  @Test("on the main actor does not block with no time")
  @MainActor
  func noTime() {
    let source = BroadcastSource<Int>()
    #expect(throws: WaitError.timedOut) {
      try source.receive(on: DispatchQueue.main).waitForNext(timeout: .zero)
    }
  }

  @Test("on a concurrent queue gets what is delivered there")
  func concurrentQueue() async {
    let history = History<String>()
    for queue in [DispatchQueue(label: "concurrent", attributes: .concurrent), .global()] {
      let timer = Broadcaster.after(.milliseconds(1), scheduler: queue).map { "x" }.receive(on: queue)
      queue.async { [self] in
        history.record(
          describe { () throws(WaitError) in
            try Waiting.wait(timeout: nil, patience: .seconds(600), attaching: timer) { $0 }
          })
      }
    }
    await onThreads { _ in history.waitForCount(2) }
    #expect(history.events == ["x", "x"])
  }

  @Test("does not trap where the place that delivers still runs something")
  func freePlace() {
    struct Everywhere: UpdateScheduler {
      let uptime = Duration.zero
      let isCurrent = true
      func enqueue(_ job: @escaping @Sendable () -> Void) { job() }
      func enqueue(after: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void) -> Subscription {
        job()
        return .ended
      }
    }
    let source = BroadcastSource<Int>()
    #expect(throws: WaitError.timedOut) {
      try Waiting<Int>.wait(
        timeout: .milliseconds(1), patience: .zero, attaching: source.receive(on: Everywhere())
      ) { $0 }
    }
  }

  @Test("on the serial queue that delivers gives up when the time is over")
  func ownQueueWithTimeout() async {
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

  @Test("leaves no trace")
  func leaks() async {
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

@Suite("Waiting where it would be for ever")
struct DeadlockTests {
  private func expectRefusal(_ result: ExitTest.Result?, of place: String) {
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(message.contains("waitForNext(timeout:) blocks \(place), where its publisher delivers"))
  }

  @Test("traps on the main actor with what hops to the main queue")
  func mainQueue() async {
    let received = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let source = BroadcastSource<Int>()
        _ = try? source.map { $0 }.receive(on: DispatchQueue.main).filter { _ in true }
          .waitForNext(timeout: .seconds(600))
      }
    }
    expectRefusal(received, of: "the main actor and the main queue")
    let merged = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let main = Broadcaster.just(1).receive(on: DispatchQueue.main, hop: .always)
        _ = try? BroadcastSource<Int>().merge(with: main).waitForNext(timeout: .seconds(600))
      }
    }
    expectRefusal(merged, of: "the main actor and the main queue")
  }

  @Test("traps on the main actor with what is subscribed, delayed or timed there")
  func mainTime() async {
    let subscribed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        _ = try? Broadcaster.just(1).subscribe(on: DispatchQueue.main).waitForNext(timeout: .seconds(600))
      }
    }
    expectRefusal(subscribed, of: "the main actor and the main queue")
    let delayed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let task = PublishedTask<Int, Int, Never>.success(1).delay(for: .zero, scheduler: DispatchQueue.main)
        _ = try? task.waitForNext(timeout: .seconds(600))
      }
    }
    expectRefusal(delayed, of: "the main actor and the main queue")
    let timer = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        _ = try? Broadcaster.every(.milliseconds(1), scheduler: DispatchQueue.main).waitForNext()
      }
    }
    expectRefusal(timer, of: "the main actor and the main queue")
  }

  @Test("traps on the main actor with what a foreign publisher subscribes on it")
  func mainActor() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let source = BroadcastSource<Int>()
        let hopping = Broadcaster<Int> { hopped in
          source.subscribe { @MainActor update in hopped.send(update) }
        }
        _ = try? hopping.waitForNext(timeout: .seconds(600))
      }
    }
    expectRefusal(result, of: "the main actor and the main queue")
  }

  @Test("traps on a serial queue that delivers, when that has run nothing for a while")
  func serialQueue() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let queue = DispatchQueue(label: "serial")
      let source = BroadcastSource<Int>()
      queue.sync {
        _ = try? Waiting<Int>.wait(
          timeout: nil, patience: .milliseconds(100), attaching: source.receive(on: queue)
        ) { $0 }
      }
    }
    expectRefusal(result, of: "a queue")
  }
}

@Suite("Places that a wait blocks")
struct BlockedPlacesTests {
  @Test("are noted on the thread that subscribes, and not on others")
  func threads() async {
    let scheduler = ManualScheduler()
    let history = History<Int>()
    scheduler.enqueue {
      let places = BlockedPlaces.noting {
        BlockedPlaces.note(.scheduler(scheduler))
        BlockedPlaces.note(.scheduler(ManualScheduler()))
        onOtherThread { BlockedPlaces.note(.scheduler(scheduler)) }
      }
      history.record(places.count)
      BlockedPlaces.note(.scheduler(scheduler))
      history.record(BlockedPlaces.noting {}.count)
    }
    scheduler.run()
    #expect(history.events == [1, 0])
  }

  @Test("are told apart when one waits inside the other's subscribing")
  func nesting() {
    let scheduler = ManualScheduler()
    let history = History<Int>()
    scheduler.enqueue {
      let outer = BlockedPlaces.noting {
        BlockedPlaces.note(.scheduler(scheduler))
        let inner = BlockedPlaces.noting {
          for _ in 0..<2 { BlockedPlaces.note(.scheduler(scheduler)) }
        }
        history.record(inner.count)
        for _ in 0..<3 { BlockedPlaces.note(.scheduler(scheduler)) }
      }
      history.record(outer.count)
    }
    scheduler.run()
    #expect(history.events == [2, 4])
  }
}
