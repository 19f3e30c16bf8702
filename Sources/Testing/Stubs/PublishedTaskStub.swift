public import TidingsCore

/// A task that a test controls, with a list of its runs and subscriptions.
///
///     let search = PublishedTaskStub<Never, [String], any Error>()
///     let model = SearchModel { query in search.publishedTask }
///     model.query = "tidings"
///     search.succeed(["Good tidings"])
///
/// ``runs`` has one run for each start of a task. A test can complete each run differently, and check whether a run was
/// cancelled. A run without a result continues forever, also when the stub is released. With a script, each run plays the script
/// from its start.
public final class PublishedTaskStub<Progress: Sendable, Success: Sendable, Failure: Error>: Sendable {
  private let host = TestHost.current
  private let log: SubscriptionLog
  private let script: [TimelineEvent<TaskUpdate<Progress, Success, Failure>>]
  private let scheduler: (any UpdateScheduler)?
  private let started = Notes<StubRun<Progress, Success, Failure>>()

  /// Creates a stub that the test controls.
  ///
  /// - Parameter scheduler: Measures the times of subscriptions. Nil means real time.
  public init(scheduler: (any UpdateScheduler)? = nil) {
    log = SubscriptionLog(timeOf: scheduler)
    script = []
    self.scheduler = scheduler
  }

  /// Creates a stub that plays a script in each run.
  ///
  /// - Parameters:
  ///   - script: The events of each run, with their times from its start on.
  ///   - scheduler: Measures the times, and plays the script.
  public init(_ script: [TimelineEvent<TaskUpdate<Progress, Success, Failure>>], scheduler: some UpdateScheduler) {
    log = SubscriptionLog(timeOf: scheduler)
    self.script = script
    self.scheduler = scheduler
  }

  /// The publisher for the code under test.
  ///
  /// Each access returns a new task, so that a completed task does not affect the next.
  public var publishedTask: PublishedTask<Progress, Success, Failure> {
    let task = PublishedTask<Progress, Success, Failure>(start: { [script, scheduler, started] run in
      let run = StubRun(run)
      started.add(run)
      let jobs = SubscriptionBag()
      if let scheduler { script.play(on: scheduler, into: jobs) { run.perform($0) } }
      return Subscription {
        jobs.removeAll()
        run.cancel()
      }
    })
    return task.delivered(by: log.watch(Broadcaster(task)))
  }

  /// All runs, in order.
  public var runs: [StubRun<Progress, Success, Failure>] { started.events }

  /// All subscriptions, in order.
  public var subscriptions: [StubSubscription] { log.subscriptions }

  /// Reports progress of the latest run. Fails the test if there is none. Ignored if that run is over.
  ///
  /// - Parameter progress: The progress to report.
  public func report(
    _ progress: Progress,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    latestRun(for: "report", at: CallSite(fileID, filePath, line, column))?.report(progress)
  }

  /// Completes the latest run with a value. Fails the test if there is none. Ignored if that run is over.
  ///
  /// - Parameter success: The success of the run.
  public func succeed(
    _ success: Success,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    latestRun(for: "succeed", at: CallSite(fileID, filePath, line, column))?.succeed(success)
  }

  /// Completes the latest run with an error. Fails the test if there is none. Ignored if that run is over.
  ///
  /// - Parameter failure: The failure of the run.
  public func fail(
    _ failure: Failure,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    latestRun(for: "fail", at: CallSite(fileID, filePath, line, column))?.fail(failure)
  }

  /// Ends the latest run without a result. Fails the test if there is none. Ignored if that run is over.
  public func finish(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    latestRun(for: "finish", at: CallSite(fileID, filePath, line, column))?.finish()
  }

  private func latestRun(for verb: String, at site: CallSite) -> StubRun<Progress, Success, Failure>? {
    let latest = runs.last
    if latest == nil { host.fail("\(verb) was called on the stub of a task that was not started", at: site) }
    return latest
  }
}

extension PublishedTaskStub where Success == Void {
  /// Completes the latest run with success. See ``succeed(_:fileID:filePath:line:column:)``.
  public func succeed(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    succeed((), fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
