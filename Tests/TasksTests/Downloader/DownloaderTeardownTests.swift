import TestSupport
import Testing
import TidingsAdapters
import TidingsCore
import TidingsTasks

/// A download that is about to be cancelled does not start.
@Suite(.timeLimit(.minutes(10)))
struct DownloaderTeardownTests {
  private let fixture = DownloaderFixture()
  private let downloader: Downloader
  private let started = History<String>()
  private let names = (0..<50).map { "file-\($0)" }

  init() {
    downloader = Downloader(transport: fixture.transport, maximumConcurrentDownloads: 1)
  }

  /// Downloads that record the running ones after each cancellation.
  private func tasks() -> [TransferTask<DownloadedFile>] {
    names.map { name in
      let task = fixture.task(name, in: downloader)
      return TransferTask(start: { [downloader, started] run in
        let token = task.attach { update in
          switch update {
          case .inProgress(let progress): run.report(progress)
          case .completed(let result): run.complete(result)
          }
        }
        return Subscription {
          token.invalidate()
          for item in downloader.items.value where item.state == .running {
            started.record(item.file.lastPathComponent)
          }
        }
      })
    }
  }

  /// Starts all of them, and returns when the first is running.
  private func subscribe() async -> [Subscription] {
    let subscriptions = tasks().map { $0.attach { _ in } }
    await fixture.transport.wait(for: [names[0]])
    return subscriptions
  }

  /// Downloads one more file. After that, every download that was started is recorded.
  private func expectOnlyTheFirstWasStarted() async throws {
    fixture.transport.tell("last", .finish)
    #expect(try await fixture.task("last", in: downloader).result().get().byteCount == 1_000)
    #expect(started.events.filter { $0 != names[0] } == [])
    #expect(fixture.transport.started == [names[0], "last"])
  }

  enum Teardown: Sendable, CaseIterable {
    case emptiedBag, releasedBag, set, cancelAll
  }

  @Test(arguments: Teardown.allCases)
  func `cancelling all downloads starts none of them`(teardown: Teardown) async throws {
    let subscriptions = await subscribe()
    switch teardown {
    case .emptiedBag, .releasedBag:
      var bag: SubscriptionBag? = SubscriptionBag()
      for subscription in subscriptions { bag?.insert(subscription) }
      if teardown == .emptiedBag { bag?.removeAll() }
      bag = nil
    case .set: Set(subscriptions).invalidateAll()
    case .cancelAll: downloader.cancelAll()
    }
    try await expectOnlyTheFirstWasStarted()
    withExtendedLifetime(subscriptions) {}
  }

  enum End: Sendable, CaseIterable {
    case unsubscription, failure, cancellation
  }

  @Test(arguments: End.allCases)
  func `cancelling collected downloads starts none of them`(end: End) async throws {
    let all = Recording(tasks().collected())
    await fixture.transport.wait(for: [names[0]])
    switch end {
    case .unsubscription: all.invalidate()
    case .failure:
      fixture.transport.tell(names[0], .fail)
      #expect(await all.failure() != nil)
    case .cancellation:
      downloader.cancel(fixture.folder.file(names[0]))
      #expect(await all.isCancelled)
    }
    try await expectOnlyTheFirstWasStarted()
  }

  @Test func `the first success of racing downloads starts none of the others`() async throws {
    let race = Recording(tasks().firstSuccess())
    fixture.transport.tell(names[0], .finish)
    #expect(try await race.result.get().byteCount == 1_000)
    try await expectOnlyTheFirstWasStarted()
  }

  @Test func `a requested download starts when the bag has been emptied`() async throws {
    let bag = SubscriptionBag()
    for subscription in await subscribe() { subscription.store(in: bag) }
    let wanted = Recording(fixture.task("wanted", in: downloader))
    bag.removeAll()
    fixture.transport.tell("wanted", .finish)
    #expect(try await wanted.result.get().byteCount == 1_000)
    #expect(fixture.transport.started == [names[0], "wanted"])
  }

  @Test func `code that runs during a teardown can wait for a download`() async throws {
    let subscriptions = await subscribe()
    let report = fixture.task("report", in: downloader)
    fixture.transport.tell("report", .finish)
    let byteCount = Locked<Int64?>(nil)
    let last = Subscription {
      let result = try? report.waitForNext(timeout: .seconds(60)).get()
      byteCount.withLock { $0 = result?.byteCount }
    }
    await onThreads(1) { _ in (subscriptions + [last]).invalidateAll() }
    #expect(byteCount.withLock { $0 } == 1_000)
  }
}
