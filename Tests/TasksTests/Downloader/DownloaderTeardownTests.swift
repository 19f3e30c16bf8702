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

  /// Starts all of them; returns when the first is being downloaded.
  private func subscribe() async -> [Subscription] {
    let subscriptions = tasks().map { $0.attach { _ in } }
    await fixture.transport.wait(for: [names[0]])
    return subscriptions
  }

  /// Has one more file downloaded, after which everything that was started is known.
  private func expectOnlyTheFirstWasStarted() async throws {
    fixture.transport.tell("last", .finish)
    #expect(try await Recording(fixture.task("last", in: downloader)).result.get().byteCount == 1_000)
    #expect(started.events.filter { $0 != names[0] } == [])
    #expect(fixture.transport.started == [names[0], "last"])
  }

  @Test func `emptying a bag starts none of the downloads in it`() async throws {
    let bag = SubscriptionBag()
    for subscription in await subscribe() { subscription.store(in: bag) }
    bag.removeAll()
    try await expectOnlyTheFirstWasStarted()
  }

  @Test func `releasing a bag starts none of its downloads`() async throws {
    var bag: SubscriptionBag? = SubscriptionBag()
    for subscription in await subscribe() { bag?.insert(subscription) }
    bag = nil
    try await expectOnlyTheFirstWasStarted()
  }

  @Test func `invalidating a set starts none of the downloads in it`() async throws {
    Set(await subscribe()).invalidateAll()
    try await expectOnlyTheFirstWasStarted()
  }

  @Test func `giving up collected downloads starts none of them`() async throws {
    let token = tasks().collected().attach { _ in }
    await fixture.transport.wait(for: [names[0]])
    token.invalidate()
    try await expectOnlyTheFirstWasStarted()
  }

  @Test func `the first failure of collected downloads starts none of the others`() async throws {
    let all = Recording(tasks().collected())
    fixture.transport.tell(names[0], .fail)
    #expect((try? await all.result.get()) == nil)
    try await expectOnlyTheFirstWasStarted()
  }

  @Test func `the first success of racing downloads starts none of the others`() async throws {
    let race = Recording(tasks().firstSuccess())
    fixture.transport.tell(names[0], .finish)
    #expect(try await race.result.get().byteCount == 1_000)
    try await expectOnlyTheFirstWasStarted()
  }

  @Test func `cancelling one of several collected downloads starts none of the others`() async throws {
    let all = Recording(tasks().collected())
    await fixture.transport.wait(for: [names[0]])
    downloader.cancel(fixture.folder.file(names[0]))
    #expect(await all.isCancelled)
    try await expectOnlyTheFirstWasStarted()
  }

  @Test func `cancelling all downloads starts none of them`() async throws {
    let subscriptions = await subscribe()
    downloader.cancelAll()
    try await expectOnlyTheFirstWasStarted()
    withExtendedLifetime(subscriptions) {}
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
