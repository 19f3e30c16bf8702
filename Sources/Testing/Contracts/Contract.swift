import Dispatch
import TidingsCore

/// The number of a contract of publishers (P), values (V), tasks (T) or schedulers (S). See
/// <doc:ThreadsOrderAndLifetime>.
///
/// Failures of contract checks begin with this number. Pass the contracts that your type does not promise as `except`.
public struct ContractNumber: Sendable, Hashable, CustomStringConvertible {
  /// The number on the page, such as P3.
  public let description: String

  private init(_ description: String) { self.description = description }

  /// The token: a subscription ends with it, and does not affect others.
  public static let p1 = ContractNumber("P1")
  /// No more after invalidate.
  public static let p2 = ContractNumber("P2")
  /// One at a time: a closure is never entered while it runs.
  public static let p3 = ContractNumber("P3")
  /// One order for all.
  public static let p4 = ContractNumber("P4")
  /// An update that is published during a delivery is delivered after it.
  public static let p5 = ContractNumber("P5")
  /// A subscriber receives the kept updates, and then exactly those that are accepted after it joined.
  public static let p6 = ContractNumber("P6")
  /// No lock is held while closures run, and no thread waits for another's subscriber.
  public static let p7 = ContractNumber("P7")
  /// Ownership, and the objects that remain after the end.
  public static let p8 = ContractNumber("P8")
  /// A closure runs where it is promised to.
  public static let p9 = ContractNumber("P9")
  /// The end is delivered once, after the last update.
  public static let p10 = ContractNumber("P10")
  /// A thread delivers at most 16 updates of other threads.
  public static let p11 = ContractNumber("P11")
  /// The current value first.
  public static let v1 = ContractNumber("V1")
  /// Then every change, including the final value.
  public static let v2 = ContractNumber("V2")
  /// An equal value is no change.
  public static let v3 = ContractNumber("V3")
  /// The value reads as it was set last.
  public static let v5 = ContractNumber("V5")
  /// One run for all.
  public static let t1 = ContractNumber("T1")
  /// Progress, then one result.
  public static let t2 = ContractNumber("T2")
  /// Late subscribers get the latest progress, or the result.
  public static let t3 = ContractNumber("T3")
  /// A run without subscribers is cancelled, once.
  public static let t4 = ContractNumber("T4")
  /// A scheduler runs each job once, in order.
  public static let s1 = ContractNumber("S1")
  /// No job runs before its time.
  public static let s2 = ContractNumber("S2")
  /// A cancelled job does not run.
  public static let s3 = ContractNumber("S3")
  /// A scheduler reports whether the calling code is one of its jobs.
  public static let s4 = ContractNumber("S4")
  /// Jobs are enqueued on any thread, also by jobs.
  public static let s5 = ContractNumber("S5")
}

/// A contract, as a check that can be applied to any subject for which it holds.
package struct Contract<Subject: Sendable>: Sendable {
  package let number: ContractNumber
  /// The description of a breach.
  package let breach: String
  /// Whether it drives the subject on several threads at the same time.
  package let isConcurrent: Bool
  package let applies: @Sendable (Subject) -> Bool
  let check: @Sendable (ContractFixture<Subject>) -> Void

  init(
    _ number: ContractNumber, _ breach: String, isConcurrent: Bool = false,
    for applies: @escaping @Sendable (Subject) -> Bool = { _ in true },
    check: @escaping @Sendable (ContractFixture<Subject>) -> Void
  ) {
    self.number = number
    self.breach = breach
    self.isConcurrent = isConcurrent
    self.applies = applies
    self.check = check
  }

  /// Applies this contract to a subject, for the tests of this package.
  package func check(on make: @escaping @Sendable () -> Subject, at site: CallSite) async {
    await [self].check(at: site, make)
  }
}

/// A subject, made for one trial of a contract.
struct ContractFixture<Subject: Sendable>: Sendable {
  let subject: Subject
  let trial: ContractTrial
  private let make: @Sendable () -> Subject
  /// The tokens that are kept until the end of the trial.
  private let tokens = Notes<Subscription>()

  init(in trial: ContractTrial, _ make: @escaping @Sendable () -> Subject) {
    subject = trial.call("making the subject", make)
    self.trial = trial
    self.make = make
  }

  /// A fixture for another round, with a new subject.
  var renewed: ContractFixture { ContractFixture(in: trial, make) }

  @discardableResult func keep(_ token: Subscription) -> Subscription {
    tokens.add(token)
    return token
  }

  /// Ends the subscriptions and the delayed jobs.
  func invalidateAll() {
    for token in tokens.events { invalidate(token) }
  }

  func invalidate(_ token: Subscription) { trial.call("invalidate()") { token.invalidate() } }

  func expect<Value: Equatable>(_ found: Value, _ expected: Value, _ when: String) {
    if found != expected { trial.fail("\(when): expected \(expected), got \(found)") }
  }

  func expect(_ condition: Bool, _ fault: @autoclosure () -> String) {
    if !condition { trial.fail(fault()) }
  }
}

/// The events of a trial in order, recorded on any thread.
final class Notes<Event: Sendable>: Sendable {
  private let recorded = Locked<[Event]>([])
  /// Is signalled for each event, for the thread of the trial.
  private let arrivals = DispatchSemaphore(value: 0)

  var events: [Event] { recorded.withLock { $0 } }

  func add(_ event: Event) {
    recorded.withLock { $0.append(event) }
    arrivals.signal()
  }

  /// Blocks the thread until the condition holds. The trial limits the time.
  func wait(for what: String, in trial: ContractTrial, until holds: ([Event]) -> Bool) {
    let received: @Sendable () -> String = { [self] in Event.self == Void.self ? "" : ", and got \(list(events))" }
    trial.wait(for: { "\(what)\(received())" }, on: arrivals) { holds(events) }
  }
}
