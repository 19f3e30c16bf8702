public import TidingsCore

/// Checks the contracts of publishers, and fails the test for each that your publisher breaks.
///
///     await expectPublisherContracts {
///       let countdown = Countdown()
///       return PublisherUnderTest(countdown, send: { countdown.tick($0) }, end: { countdown.stop() })
///     }
///
/// The closure is called at least once for each contract, on a separate thread, and makes a new publisher. A failure begins
/// with the number and the breach, such as “P3: a closure was entered while it ran”, and then lists the calls and deliveries. A
/// publisher that blocks a thread forever fails P7, and the other contracts are still checked. A publisher with slow calls
/// fails P7, too, because some contracts make hundreds of calls. An update that is missing is reported after up to 60 seconds
/// in which the process can run. Failures are reported at the place that `fileID` and the parameters after it give, here and in
/// the other functions of this module.
///
/// - Parameters:
///   - replaysLatest: Whether a new subscriber gets the latest update first, also after the end.
///   - promises: Contracts that the publisher does not keep. A call that does not return fails P7 in any case.
///   - concurrently: Whether it can be driven on several threads at the same time. Use false for virtual time.
///   - make: Makes a new publisher and the closures that drive it.
public func expectPublisherContracts(
  replaysLatest: Bool = false, except promises: Set<ContractNumber> = [], concurrently: Bool = true,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ make: @escaping @Sendable () -> PublisherUnderTest
) async {
  let contracts = Contract.publisherContracts
  let site = CallSite(fileID, filePath, line, column)
  await contracts.check(except: promises, concurrently: concurrently, at: site) {
    var subject = make().subject
    if replaysLatest { subject.memory = .latest }
    return subject
  }
}

/// Checks the contracts of publishers, V1 to V3 and V5, and fails the test for each that your value breaks.
///
///     await expectValueContracts {
///       let level = Level()
///       return ValueUnderTest(level, value: { level.current }, set: { level.current = $0 })
///     }
///
/// - Parameters:
///   - promises: Contracts that it does not keep.
///   - concurrently: Whether it may be driven on several threads at the same time.
///   - make: Makes a value, and the closures that drive it. See
///     ``expectPublisherContracts(replaysLatest:except:concurrently:fileID:filePath:line:column:_:)``.
public func expectValueContracts(
  except promises: Set<ContractNumber> = [], concurrently: Bool = true,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ make: @escaping @Sendable () -> ValueUnderTest
) async {
  let contracts = Contract.publisherContracts + Contract.valueContracts
  let site = CallSite(fileID, filePath, line, column)
  await contracts.check(except: promises, concurrently: concurrently, at: site) { make().subject }
}

/// Checks the contracts of publishers and T1 to T4, and fails the test for each that your task breaks.
///
///     await expectTaskContracts { runs in
///       let export = Export(onStart: runs.recordStart, onCancel: runs.recordCancellation)
///       return TaskUnderTest(export, report: { export.report($0) }, succeed: { export.succeed($0) })
///     }
///
/// - Parameters:
///   - promises: Contracts that it does not keep.
///   - concurrently: Whether it may be driven on several threads at the same time.
///   - make: Makes a task that records the starts and cancellations of its runs, and the closures that drive it. See
///     ``expectPublisherContracts(replaysLatest:except:concurrently:fileID:filePath:line:column:_:)``.
public func expectTaskContracts(
  except promises: Set<ContractNumber> = [], concurrently: Bool = true,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ make: @escaping @Sendable (_ runs: TaskRunLog) -> TaskUnderTest
) async {
  let contracts = Contract.publisherContracts + Contract.taskContracts
  let site = CallSite(fileID, filePath, line, column)
  await contracts.check(except: promises, concurrently: concurrently, at: site) {
    let runs = TaskRunLog()
    var subject = make(runs).subject
    subject.runs = runs
    return subject
  }
}

/// Checks the contracts of publishers, and fails the test for each that your operator breaks.
///
/// It must keep the contracts of publishers, and release its source without subscribers.
///
///     await expectOperatorContracts(concurrently: false) {
///       $0.everySecond().map { $0 / 2 }
///     } sending: {
///       [$0 * 2 - 1, $0 * 2]
///     }
///
/// The operator must deliver each number unchanged. If necessary, add a `map`. For an operator with time, use an
/// ``ImmediateScheduler`` and `concurrently: false`. An operator with a state that needs several inputs for a number also
/// needs `concurrently: false`, because the inputs of several threads would mix.
///
/// - Parameters:
///   - promises: Contracts that it does not keep.
///   - concurrently: Whether its source can send on several threads at the same time.
///   - operation: Applies the operator.
///   - inputs: Returns the updates of the source for which subscribers receive this number. The default is the number.
public func expectOperatorContracts<Output: Publisher<Int>>(
  except promises: Set<ContractNumber> = [], concurrently: Bool = true,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ operation: @escaping @Sendable (_ source: Broadcaster<Int>) -> Output,
  sending inputs: @escaping @Sendable (_ number: Int) -> [Int] = { [$0] }
) async {
  let contracts = Contract.publisherContracts
  let site = CallSite(fileID, filePath, line, column)
  await contracts.check(except: promises, concurrently: concurrently, at: site) {
    let source = BroadcastSource<Int>()
    var subject = PublisherSubject(
      operation(source.broadcaster), number: { $0 }, send: { for input in inputs($0) { source.send(input) } },
      end: { source.finish() })
    subject.isSourceFollowed = { source.hasSubscribers }
    return subject
  }
}

/// Checks the contracts S1 to S5, and fails the test for each that your scheduler breaks.
///
///     await expectSchedulerContracts { EventLoopScheduler() }
///     await expectSchedulerContracts { ManualScheduler() } advance: { $0.advance(by: $1) }
///
/// A scheduler that runs several jobs at the same time does not keep S1. If delayed jobs run immediately, the cancellation of
/// S3 is not checked.
///
/// - Parameters:
///   - promises: Contracts that it does not keep.
///   - concurrently: Whether jobs may be enqueued on several threads at the same time.
///   - make: Makes a scheduler.
///   - advance: Advances virtual time and runs due jobs, if the scheduler has virtual time.
public func expectSchedulerContracts<Scheduler: UpdateScheduler>(
  except promises: Set<ContractNumber> = [], concurrently: Bool = true,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
  _ make: @escaping @Sendable () -> Scheduler,
  advance: (@Sendable (_ scheduler: Scheduler, _ duration: Duration) -> Void)? = nil
) async {
  let contracts = Contract.schedulerContracts
  let site = CallSite(fileID, filePath, line, column)
  await contracts.check(except: promises, concurrently: concurrently, at: site) { () -> SchedulerSubject in
    let scheduler = make()
    guard let advance else { return SchedulerSubject(scheduler: scheduler, advance: nil) }
    return SchedulerSubject(scheduler: scheduler) { advance(scheduler, $0) }
  }
}

extension Contract<PublisherSubject> {
  package static var publisherContracts: [Contract] {
    subscriptionContracts + deliveryContracts + blockingContracts + endContracts
  }
}
