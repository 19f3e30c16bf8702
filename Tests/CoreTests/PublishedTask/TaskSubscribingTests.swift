import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("Subscribing to a task")
struct TaskSubscribingTests {
  private struct Refusal: Error {}

  @Test func `with three closures calls the matching closure for each update`() {
    let history = History<String>()
    let source = TaskSource<Int, String, Refusal>()
    let first = source.publishedTask.subscribe(
      progress: { history.record("progress \($0)") }, success: { history.record("success \($0)") },
      failure: { _ in history.record("failure") })
    source.report(1)
    source.succeed("done")
    #expect(history.events == ["progress 1", "success done"])
    first.invalidate()
  }

  @Test func `can omit the progress closure`() {
    let history = History<String>()
    let subscription = PublishedTask<Int, Int, Refusal>.failure(Refusal())
      .subscribe(success: { _ in history.record("success") }, failure: { _ in history.record("failure") })
    #expect(history.events == ["failure"])
    #expect(!subscription.isActive)
  }

  @Test func `can receive the result in one closure`() {
    let history = History<String>()
    let source = TaskSource<Int, Int, Refusal>()
    let subscription = source.publishedTask.subscribe(
      progress: { history.record("\($0)") }, completion: { history.record("\($0)") })
    source.report(1)
    source.succeed(2)
    #expect(history.events == ["1", "success(2)"])
    subscription.invalidate()
  }

  @Test func `that cannot fail takes one closure`() {
    let history = History<Int>()
    _ = PublishedTask<Int, Int, Never>.success(3).subscribe(success: { history.record($0) })
    #expect(history.events == [3])
  }

  @Test func `that cannot fail takes two closures to receive its progress, too`() {
    let history = History<String>()
    let source = TaskSource<Int, Int, Never>()
    let subscription = source.publishedTask.subscribe {
      history.record("progress \($0)")
    } success: {
      history.record("success \($0)")
    }
    source.report(1)
    source.succeed(2)
    #expect(history.events == ["progress 1", "success 2"])
    subscription.invalidate()
  }

  @Test func `on the main actor delivers progress, result and end there, in order`() async {
    let source = TaskSource<Int, Int, Never>()
    let history = History<String>()
    let subscription = await MainActor.run {
      source.publishedTask.subscribe(
        progress: { history.record(MainQueue.isCurrent ? "\($0)" : "elsewhere") },
        success: { history.record(MainQueue.isCurrent ? "success \($0)" : "elsewhere") }, failure: { _ in }
      ).whenEnded { history.record(MainQueue.isCurrent ? "end" : "elsewhere") }
    }
    await onThreads { _ in
      for progress in 1...50 { source.report(progress) }
      source.succeed(51)
      history.wait(for: "end")
    }
    #expect(history.events == (1...50).map { "\($0)" } + ["success 51", "end"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `with closures of different actors traps`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        _ = PublishedTask<Int, Int, Never>.success(1).subscribe(
          progress: { @MainActor _ in }, completion: { @Elsewhere _ in })
      }
    }
    #expect(result.message.contains("must not be isolated to different actors"))
  }
}

@globalActor private actor Elsewhere {
  static let shared = Elsewhere()
}
