import TestSupport
import Testing
import Tidings

@Suite("Collecting tasks")
struct CollectTasksTests {
  private let shop = Workshop<Int>()
  private let history = History<String>()

  private func collected(_ names: String...) -> PublishedTask<[Int?], [Int], Fault> {
    names.map { shop.task($0) }.collected()
  }

  @Test func `succeeds with all successes in the order of the tasks, for any order of completion`() {
    let subscription = collected("a", "b", "c").record(in: history)
    #expect(shop.log.events == ["start a", "start b", "start c"])
    shop.complete("c", .success(3))
    shop.complete("a", .success(1))
    #expect(history.events.isEmpty)
    shop.complete("b", .success(2))
    #expect(history.events == ["success [1, 2, 3]", "end"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `reports the progress of each task`() {
    let subscription = collected("a", "b").record(in: history)
    shop.report(10, in: "b")
    shop.report(20, in: "a")
    #expect(history.events == ["[nil, Optional(10)]", "[Optional(20), Optional(10)]"])
    subscription.invalidate()
  }

  @Test func `fails with the first failure, and cancels the others once`() {
    let subscription = collected("a", "b", "c").record(in: history)
    shop.complete("a", .success(1))
    shop.complete("b", .failure(Fault(code: 7)))
    #expect(history.events == ["failure 7", "end"])
    #expect(shop.log.events.suffix(1) == ["cancel c"])
    subscription.invalidate()
    #expect(shop.log.events.count == 4)
  }

  @Test func `does not start tasks after one that fails immediately`() {
    _ = [.failure(Fault(code: 1)), shop.task("b")].collected().record(in: history)
    #expect(history.events == ["failure 1", "end"])
    #expect(shop.log.events.isEmpty)
  }

  @Test func `can succeed with nil`() {
    _ = [PublishedTask<Never, Int?, Fault>.success(nil), .success(1)].collected().record(in: history)
    #expect(history.events == ["success [nil, Optional(1)]", "end"])
  }

  @Test func `of an empty collection succeeds immediately`() {
    _ = [PublishedTask<Int, Int, Fault>]().collected().record(in: history)
    _ = [PublishedTask<Double, Int, Fault>]().collected().record(in: history)
    #expect(history.events == ["success []", "end", "success []", "end"])
  }

  @Test func `accepts tasks without progress, and has no progress itself`() async throws {
    let task = [PublishedTask<Never, Int, Fault>.success(1), .success(2)].collected()
    let type: PublishedTask<Never, [Int], Fault>.Type = type(of: task)
    #expect(type == PublishedTask<Never, [Int], Fault>.self)
    #expect(try await task.value == [1, 2])
  }

  @Test func `reports progress in order and succeeds with several threads`() async {
    for _ in 0..<50 {
      let sources = (0..<3).map { _ in TaskSource<Int, Int, Fault>() }
      let progress = History<[Int?]>()
      let results = History<[Int]>()
      let subscription = sources.map(\.publishedTask).collected().subscribe(
        isolation: nil, progress: { progress.record($0) }, success: { results.record($0) }, failure: { _ in })
      await onThreads(3) { index in
        for step in 1...20 { sources[index].report(step) }
        sources[index].succeed(index)
      }
      await onThreads { _ in results.waitForCount(1) }
      #expect(results.events == [[0, 1, 2]])
      for (before, after) in zip(progress.events, progress.events.dropFirst()) {
        #expect(zip(before, after).allSatisfy { ($0 ?? 0) <= ($1 ?? 0) })
      }
      withExtendedLifetime(subscription) {}
    }
  }

  @Test func `cancels each unfinished task once when a failure and a cancellation race`() async {
    for _ in 0..<200 {
      let shop = Workshop<Int>()
      let subscription = [shop.task("a"), shop.task("b")].collected().record(in: History())
      await onThreads(2) { index in
        if index == 0 { shop.complete("a", .failure(Fault())) } else { subscription.invalidate() }
      }
      #expect(shop.log.events.filter { $0 == "cancel b" }.count == 1)
      #expect(shop.log.events.filter { $0 == "cancel a" }.count <= 1)
    }
  }
}

@Suite("Collecting tasks with fractions as progress")
struct CollectTasksWithFractionsTests {
  private let shop = Workshop<Double>()
  private let history = History<String>()

  @Test func `reports the mean, in which a task that has succeeded counts as complete`() {
    let subscription = [shop.task("a"), shop.task("b")].collected().record(in: history)
    shop.report(0.5, in: "a")
    shop.complete("a", .success(1))
    shop.report(0.5, in: "b")
    shop.complete("b", .success(2))
    #expect(history.events == ["0.25", "0.5", "0.75", "1.0", "success [1, 2]", "end"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `never decreases with several threads`() async {
    let sources = (0..<3).map { _ in TaskSource<Double, Int, Fault>() }
    let progress = History<Double>()
    let done = History<Void>()
    let subscription = sources.map(\.publishedTask).collected().subscribe(
      isolation: nil, progress: { progress.record($0) }, completion: { _ in done.record(()) })
    await onThreads(3) { index in
      for step in 1...500 { sources[index].report(Double(step % 100) / 100) }
      sources[index].succeed(index)
    }
    await onThreads { _ in done.waitForCount(1) }
    #expect(progress.events == progress.events.sorted())
    #expect(progress.events.last == 1)
    withExtendedLifetime(subscription) {}
  }
}
