public import Dispatch
public import TidingsCore

extension DispatchQueue: UpdateScheduler {
  /// The time that the system has been running, not counting sleep.
  public var uptime: Duration {
    .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds))
  }

  /// Whether the calling code runs on this queue, or on one that targets it.
  public var isCurrent: Bool {
    if self === DispatchQueue.main { return MainQueue.isCurrent }
    let key = DispatchSpecificKey<Bool>()
    setSpecific(key: key, value: true)
    defer { setSpecific(key: key, value: nil) }
    return DispatchQueue.getSpecific(key: key) == true
  }

  /// Runs the job on this queue, after those enqueued before it.
  public func enqueue(_ job: @escaping @Sendable () -> Void) {
    async(execute: job)
  }

  /// Runs the job on this queue once the delay has passed, unless the returned subscription is invalidated before.
  ///
  /// A delay too long for a dispatch time means never.
  public func enqueue(
    after delay: Duration, tolerance: Duration, _ job: @escaping @Sendable () -> Void
  ) -> Subscription {
    // A dispatch source may be used from any thread; that its protocol does not say so is an omission.
    nonisolated(unsafe) let timer = DispatchSource.makeTimerSource(flags: .strict, queue: self)
    let subscription = Subscription { unsafe timer.cancel() }
    unsafe timer.setEventHandler { [weak subscription] in
      unsafe timer.cancel()
      if subscription?.isActive == true { job() }
    }
    unsafe timer.schedule(deadline: .now() + delay.dispatchInterval, leeway: tolerance.dispatchInterval)
    unsafe timer.activate()
    return subscription
  }
}

extension Duration {
  fileprivate var dispatchInterval: DispatchTimeInterval {
    guard self > .zero else { return .nanoseconds(0) }
    let (seconds, attoseconds) = components
    let (nanoseconds, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    guard !overflow, nanoseconds < Int64.max / 2 else { return .never }
    return .nanoseconds(Int(nanoseconds + attoseconds / 1_000_000_000))
  }
}
