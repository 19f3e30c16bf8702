public import TidingsCore

/// A task that a test controls, with a list of its runs and subscriptions.
///
///     let search = PublishedTaskStub<Never, [String], any Error>()
///     let model = SearchModel { query in search.publishedTask }
///     model.query = "tidings"
///     search.succeed(["Good tidings"])
///
/// ``runs`` has each time that a task of the stub was started, and how it came out: a test can let the first fail and
/// the second succeed, and can see that one was cancelled. A run to which nothing is said goes on for ever. A script
/// says the same at virtual times, in each run from its start.
public final class PublishedTaskStub<Progress: Sendable, Success: Sendable, Failure: Error>: Sendable {
  /// A run of this stub.
  public typealias Run = StubRun<Progress, Success, Failure>

  private let host = TestHost.current
  private let log: SubscriptionLog
  private let script: Script<TaskUpdate<Progress, Success, Failure>>
  private let started = Started()

  /// A stub to be driven by the test.
  ///
  /// - Parameter scheduler: Tells when runs and subscriptions begin and end; real time without one.
  public init(scheduler: (any UpdateScheduler)? = nil) {
    log = SubscriptionLog(timeOf: scheduler)
    script = .empty
  }

  /// A stub that goes through a script in each run.
  public init(_ script: [Scripted<TaskUpdate<Progress, Success, Failure>>], scheduler: any UpdateScheduler) {
    log = SubscriptionLog(timeOf: scheduler)
    self.script = Script(script, on: scheduler)
  }

  /// What to give to the code under test: each time another task, so that one that has completed does not answer for
  /// the next.
  public var publishedTask: PublishedTask<Progress, Success, Failure> {
    let task = PublishedTask<Progress, Success, Failure>(start: { [log, script, started] run in
      let run = Run(run) { log.now }
      started.append(run)
      let jobs = SubscriptionBag()
      script.play(into: jobs) { run.perform($0) }
      return Subscription {
        jobs.removeAll()
        run.cancel()
      }
    })
    return task.delivered(by: log.watch(Broadcaster(task)))
  }

  /// Each start of a task of this stub, in order.
  public var runs: [Run] { started.runs }

  /// The number of runs that were cancelled because their last subscriber left.
  public var cancellations: Int { runs.count { $0.phase == .cancelled } }

  /// The subscriptions, in order.
  public var subscriptions: [StubSubscription] { log.subscriptions }

  /// Lets the latest run tell how far it is. Fails the test if there is none.
  public func report(
    _ progress: Progress,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    latestRun(for: "report", at: CallSite(fileID, filePath, line, column))?.report(progress)
  }

  /// Completes the latest run with a value. Fails the test if there is none.
  public func succeed(
    _ success: Success,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    latestRun(for: "succeed", at: CallSite(fileID, filePath, line, column))?.succeed(success)
  }

  /// Completes the latest run with an error. Fails the test if there is none.
  public func fail(
    _ failure: Failure,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    latestRun(for: "fail", at: CallSite(fileID, filePath, line, column))?.fail(failure)
  }

  /// Lets the latest run go away without a result. Fails the test if there is none.
  public func finish(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    latestRun(for: "finish", at: CallSite(fileID, filePath, line, column))?.finish()
  }

  private func latestRun(for verb: String, at site: CallSite) -> Run? {
    let latest = runs.last
    if latest == nil { host.fail("\(verb) on a task stub that nobody has started", at: site) }
    return latest
  }

  private final class Started: Sendable {
    private let log = Locked<[Run]>([])

    var runs: [Run] { log.withLock { $0 } }

    func append(_ run: Run) {
      log.withLock { $0.append(run) }
    }
  }
}
