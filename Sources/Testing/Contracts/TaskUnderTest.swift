public import TidingsCore

/// Your own task, and the closures that drive its run.
///
/// See ``expectTaskContracts(except:concurrently:fileID:filePath:line:column:_:)``.
public struct TaskUnderTest: Sendable {
  let subject: PublisherSubject

  /// A publisher of numbers as progress, and of a number as its result.
  ///
  /// - Parameters:
  ///   - publisher: The publisher under test.
  ///   - report: Makes the current run report this progress. Without a run it does nothing.
  ///   - succeed: Makes the current run succeed with this number. Without a run it does nothing.
  public init<Failure: Error>(
    _ publisher: some Publisher<TaskUpdate<Int, Int, Failure>>, report: @escaping @Sendable (Int) -> Void,
    succeed: @escaping @Sendable (Int) -> Void
  ) {
    subject = PublisherSubject(
      publisher, number: Self.number, send: report, end: { succeed(Self.success) }, memory: .latest,
      result: Self.success + Self.results, completeAgain: { succeed(Self.success + 1) })
  }

  private static let success = 7
  /// Added to results, to distinguish them from progress.
  private static let results = 1_000_000

  private static func number<Failure>(of update: TaskUpdate<Int, Int, Failure>) -> Int {
    switch update {
    case .inProgress(let progress): progress
    case .completed(.success(let success)): success + results
    case .completed(.failure): -1
    }
  }
}

/// The record of the runs of a task under test.
public final class TaskRunLog: Sendable {
  enum Event: Sendable, Equatable {
    case start
    case cancellation
  }

  private let log = Notes<Event>()

  init() {}

  var events: [Event] { log.events }

  /// To be called when a run starts.
  public func recordStart() {
    log.add(.start)
  }

  /// To be called when a run is cancelled, and not when it completes.
  public func recordCancellation() {
    log.add(.cancellation)
  }
}
