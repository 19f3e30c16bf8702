import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("A chain of tasks")
struct FlatMapTaskTests {
  private let shop = Workshop<Int>()
  private let history = History<String>()

  private func chain() -> PublishedTask<Int, Int, Fault> {
    shop.task("first").flatMap { [shop] in shop.task("second \($0)") }
  }

  @Test func `delivers its result immediately to a subscriber that comes while others are cancelled together`() {
    let bag = SubscriptionBag()
    Subscription { [history] in
      let next = PublishedTask<Int, Int, Fault>.success(1).flatMap { .success($0 + 1) }
      let subscription = next.record(in: history)
      #expect(history.events == ["success 2", "end"])
      subscription.invalidate()
    }.store(in: bag)
    bag.removeAll()
  }

  @Test func `fails with the failure of the first task, and does not create the second`() {
    let subscription = shop.task("first").flatMap { [shop] _ in
      shop.log.record("made")
      return shop.task("second")
    }.record(in: history)
    shop.complete("first", .failure(Fault(code: 1)))
    #expect(history.events == ["failure 1", "end"])
    #expect(shop.log.events == ["start first"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `calls a closure that ignores its argument once, also if only one task has progress`() {
    let (silent, reporting) = (TaskSource<Never, Int, Fault>(), TaskSource<Double, Int, Fault>())
    let counted: @Sendable () -> PublishedTask<Never, Int, Fault> = { [shop] in
      shop.log.record("made")
      return .success(2)
    }
    let subscriptions = [
      silent.publishedTask.flatMap { _ in PublishedTask<Double, Int, Fault>.success(1) }.record(in: history),
      reporting.publishedTask.flatMap { _ in counted() }.record(in: history),
    ]
    silent.fail(Fault(code: 1))
    reporting.report(0.25)
    reporting.report(0.5)
    reporting.succeed(1)
    #expect(history.events == ["failure 1", "end", "0.25", "0.5", "success 2", "end"])
    #expect(shop.log.events == ["made"])
    subscriptions.invalidateAll()
  }

  @Test func `starts again after all subscribers have left`() {
    let chain = chain()
    let first = chain.record(in: History())
    shop.complete("first", .success(1))
    first.invalidate()
    let second = chain.record(in: history)
    // The first task has completed and delivers its result again. The second was cancelled, so another one is created.
    #expect(shop.log.events == ["start first", "start second 1", "cancel second 1", "start second 1"])
    second.invalidate()
  }

  @Test func `completes during its start if both tasks do`() {
    let chain = PublishedTask<Int, Int, Fault>(start: { run in
      run.report(1)
      run.succeed(2)
      return .ended
    }).flatMap { success in
      PublishedTask<Int, Int, Fault>(start: { run in
        run.report(3)
        run.succeed(success * 2)
        return .ended
      })
    }
    _ = chain.record(in: history)
    #expect(history.events == ["1", "3", "success 4", "end"])
  }

  @Test func `does not start the second task if the subscriber unsubscribes in its closure`() {
    let own = Held<Subscription>()
    own.hold(
      shop.task("first").flatMap { [shop] _ in
        own.letGo()
        return shop.task("second")
      }.record(in: history))
    shop.complete("first", .success(1))
    #expect(shop.log.events == ["start first"])
    #expect(history.events.isEmpty)
  }

  @Test func `calls its closure outside the lock, so another thread can subscribe to the chain`() async {
    let chain = Held<PublishedTask<Int, Int, Fault>>()
    chain.hold(
      shop.task("first").flatMap { [shop, history] _ in
        onOtherThread { chain.current?.record(in: history).invalidate() }
        return shop.task("second")
      })
    await onThreads { [shop] _ in
      let subscription = chain.current?.record(in: History())
      shop.report(10, in: "first")
      shop.complete("first", .success(1))
      subscription?.invalidate()
    }
    #expect(history.events == ["10"])
    #expect(shop.log.events == ["start first", "start second", "cancel second"])
    chain.letGo()
  }

  @Test func `cancels each unfinished task once when a success and a cancellation race`() async {
    for _ in 0..<200 {
      let shop = Workshop<Int>()
      let history = History<String>()
      let chain = shop.task("first").flatMap { _ in shop.task("second") }
      let subscription = chain.record(in: history)
      await onThreads(2) { index in
        if index == 0 { shop.complete("first", .success(1)) } else { subscription.invalidate() }
      }
      // Each started task except a completed first one was cancelled once.
      let log = shop.log.events
      #expect(log.filter { $0 == "start second" }.count == log.filter { $0 == "cancel second" }.count)
      #expect(log.filter { $0 == "cancel first" }.count <= 1)
      #expect(history.events.isEmpty)
    }
  }

  @Test func `accepts a first task without progress`() {
    let shop = shop
    let first = PublishedTask<Never, Int, Fault>.success(1)
    let subscription = first.flatMap { shop.task("second \($0)") }.record(in: history)
    shop.report(5, in: "second 1")
    shop.complete("second 1", .success(2))
    #expect(history.events == ["5", "success 2", "end"])
    let neither = first.flatMap { PublishedTask<Never, Int, Fault>.success($0 + 1) }.map { $0 }
    let type: PublishedTask<Never, Int, Fault>.Type = type(of: neither)
    #expect(type == PublishedTask<Never, Int, Fault>.self)
    withExtendedLifetime(subscription) {}
  }
}

@Suite("A chain of tasks with fractions as progress")
struct FlatMapWithFractionsTests {
  private let shop = Workshop<Double>()
  private let history = History<String>()

  @Test func `reports one progress, in which each task is a half`() {
    let subscription = shop.task("first").flatMap { [shop] _ in shop.task("second") }.record(in: history)
    shop.report(0.5, in: "first")
    shop.report(1, in: "first")
    shop.complete("first", .success(1))
    shop.report(0, in: "second")
    shop.report(0.5, in: "second")
    shop.report(1, in: "second")
    shop.complete("second", .success(2))
    #expect(history.events == ["0.25", "0.5", "0.75", "1.0", "success 2", "end"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `counts the first task as complete with the first progress of the second`() {
    let subscription = shop.task("first").flatMap { [shop] _ in shop.task("second") }.record(in: history)
    shop.report(0.5, in: "first")
    shop.complete("first", .success(1))
    shop.report(0, in: "second")
    shop.report(0.5, in: "second")
    #expect(history.events == ["0.25", "0.5", "0.75"])
    subscription.invalidate()
  }

  @Test func `never decreases, even if the progress of a task does`() {
    let subscription = shop.task("first").flatMap { [shop] _ in shop.task("second") }.record(in: history)
    for fraction in [0.5, 0.25, 0.75, 2, -1] { shop.report(fraction, in: "first") }
    shop.complete("first", .success(1))
    shop.report(0, in: "second")
    #expect(history.events == ["0.25", "0.375", "0.5"])
    subscription.invalidate()
  }
}
