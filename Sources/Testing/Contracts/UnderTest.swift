public import TidingsCore

/// Your own publisher, and the closures that drive it.
///
/// See ``expectPublisherContracts(replaysLatest:except:concurrently:fileID:filePath:line:column:_:)``.
///
/// When `send` or `end` returns, the updates must have been delivered, unless another thread is delivering. If the
/// publisher depends on time or delivers on a queue, give it an ``ImmediateScheduler``. Contracts also send inside a
/// delivery, so `send` and `end` must not wait for a queue.
public struct PublisherUnderTest: Sendable {
  let subject: PublisherSubject

  /// A publisher of numbers.
  ///
  /// - Parameters:
  ///   - publisher: The publisher under test.
  ///   - send: Makes the publisher deliver this number to its subscribers, as one update. Called on any thread.
  ///   - end: Ends the publisher. Nil if it never ends.
  public init(
    _ publisher: some Publisher<Int>, send: @escaping @Sendable (Int) -> Void, end: (@Sendable () -> Void)? = nil
  ) {
    self.init(publisher, number: { $0 }, send: send, end: end)
  }

  /// A publisher of other updates, which are identified by numbers.
  ///
  /// - Parameters:
  ///   - publisher: The publisher under test.
  ///   - number: The number of an update, as it was given to `send`.
  ///   - send: Makes the publisher deliver the update of this number to its subscribers.
  ///   - end: Ends the publisher. Nil if it never ends.
  public init<Source: Publisher>(
    _ publisher: Source, number: @escaping @Sendable (Source.Update) -> Int,
    send: @escaping @Sendable (Int) -> Void, end: (@Sendable () -> Void)? = nil
  ) {
    subject = PublisherSubject(publisher, number: number, send: send, end: end)
  }
}

/// Your own value, and the closures that drive it.
///
/// See ``expectValueContracts(except:concurrently:fileID:filePath:line:column:_:)``.
///
/// Its first value is any number below one, because the contracts set numbers from one on.
public struct ValueUnderTest: Sendable {
  private(set) var subject: PublisherSubject

  /// A publisher of numbers that has a current value.
  ///
  /// - Parameters:
  ///   - publisher: The publisher under test.
  ///   - value: Reads the current value.
  ///   - set: Sets the value. Called on any thread.
  ///   - end: Ends the publisher. Nil if it never ends.
  public init(
    _ publisher: some Publisher<Int>, value: @escaping @Sendable () -> Int, set: @escaping @Sendable (Int) -> Void,
    end: (@Sendable () -> Void)? = nil
  ) {
    let first = value()
    guard first < 1 else { fatalError("ValueUnderTest takes a publisher whose first value is below 1, not \(first)") }
    subject = PublisherSubject(publisher, number: { $0 }, send: set, end: end, memory: .value(first))
    subject.value = value
  }

  /// A value publisher of numbers.
  ///
  /// - Parameters:
  ///   - publisher: The publisher under test.
  ///   - set: Sets the value. Called on any thread.
  ///   - end: Ends the publisher. Nil if it never ends.
  public init(
    _ publisher: some ValuePublisher<Int>, set: @escaping @Sendable (Int) -> Void, end: (@Sendable () -> Void)? = nil
  ) {
    self.init(publisher, value: { publisher.value }, set: set, end: end)
  }
}

/// Your own task, and the closures that drive its run.
///
/// A run must start and stop before the call that subscribes or unsubscribes returns. An asynchronous function starts too late.
/// See ``expectTaskContracts(except:concurrently:fileID:filePath:line:column:_:)``.
public struct TaskUnderTest: Sendable {
  private(set) var subject: PublisherSubject

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
      publisher, number: Self.number, send: report, end: { succeed(Self.success) }, memory: .latest)
    subject.result = Self.success + Self.results
    subject.completeAgain = { succeed(Self.success + 1) }
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

  /// Records the start of a run.
  public func recordStart() { log.add(.start) }

  /// Records the cancellation of a run. Not to be called when it completes.
  public func recordCancellation() { log.add(.cancellation) }
}
