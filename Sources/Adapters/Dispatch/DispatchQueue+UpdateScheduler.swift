public import Dispatch
public import TidingsCore

extension DispatchQueue: UpdateScheduler {
  /// The time that the system has been running, excluding sleep.
  public var uptime: Duration { .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds)) }

  /// Whether the calling code runs on this queue, or on a queue that targets it, and not inside `sync` of another queue.
  public var isCurrent: Bool { QueueMark.of(self).isCurrent }

  /// Runs the job on this queue. See ``UpdateScheduler/enqueue(_:)``.
  public func enqueue(_ job: @escaping @Sendable () -> Void) { async(execute: job) }

  /// Runs the job on this queue after the delay, unless the returned subscription is invalidated before.
  ///
  /// If the queue is suspended or busy, jobs that have become due run in any order, as with `asyncAfter`. A delay that is too
  /// long for a dispatch time means never. The tolerance is the leeway of the timer.
  /// See ``UpdateScheduler/enqueue(after:tolerance:_:)``.
  public func enqueue(
    after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void
  ) -> Subscription {
    let pending = PendingJob(job)
    let timer = QueueTimer(source: DispatchSource.makeTimerSource(flags: .strict, queue: self))
    timer.source.setEventHandler {
      timer.source.cancel()
      pending.run()
    }
    timer.source.schedule(deadline: .after(delay), leeway: .nanoseconds(Int(clamping: tolerance.nanoseconds)))
    timer.source.activate()
    return Subscription {
      timer.source.cancel()
      pending.cancel()
    }
  }
}

/// Invariant behind `@unchecked`: a dispatch source can be used on any thread, but not every platform declares that.
private struct QueueTimer: @unchecked Sendable {
  let source: any DispatchSourceTimer
}

/// A job that runs once. A cancellation releases the job immediately, while a timer may still hold this object.
final class PendingJob: Sendable {
  private let job: Locked<(@Sendable () -> Void)?>

  init(_ job: @escaping @Sendable () -> Void) { self.job = Locked(job) }
  func run() { job.withLock { $0.take() }?() }

  func cancel() {
    let job = job.withLock { $0.take() }
    withExtendedLifetime(job) {}
  }
}

extension UpdateScheduler where Self == DispatchQueue {
  /// The main queue, as a scheduler argument: `.debounce(for: .seconds(1), scheduler: .main)`.
  public static var main: DispatchQueue { DispatchQueue.main }

  /// A global queue, as a scheduler argument: `.subscribe(on: .global(qos: .utility))`.
  public static func global(qos: DispatchQoS.QoSClass = .default) -> DispatchQueue { DispatchQueue.global(qos: qos) }
}

extension DispatchTime {
  /// An interval of nanoseconds would be too short for two seconds and more where `Int` has 32 bits.
  static func after(_ delay: Duration) -> DispatchTime {
    let due = Int128(now().uptimeNanoseconds) + delay.nanoseconds
    return Int64(exactly: due).map { DispatchTime(uptimeNanoseconds: UInt64($0)) } ?? .distantFuture
  }
}

extension Duration {
  fileprivate var nanoseconds: Int128 { max(attoseconds / 1_000_000_000, 0) }
}

private final class QueueMark: Sendable {
  private static let key = DispatchSpecificKey<QueueMark>()
  private static let making = Locked(())

  private let current = DispatchSpecificKey<Bool>()

  static func of(_ queue: DispatchQueue) -> QueueMark {
    if let known = queue.getSpecific(key: key) { return known }
    return making.withLock { _ in
      if let known = queue.getSpecific(key: key) { return known }
      let new = QueueMark()
      queue.setSpecific(key: new.current, value: true)
      queue.setSpecific(key: key, value: new)
      return new
    }
  }

  var isCurrent: Bool { DispatchQueue.getSpecific(key: current) == true }
}
