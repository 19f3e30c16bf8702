public import TidingsCore

extension Publisher {
  /// Passes on how long it has been since the update before.
  ///
  ///     taps.measureInterval(using: DispatchQueue.main).filter { $0 < .milliseconds(300) }
  ///
  ///     source:  ---1-----2-3--|
  ///     result:  ---3-----6-2--|
  ///
  /// The first is measured from the subscription. Each passes at once, where the update is published. Ends when this
  /// publisher ends. Combine users know it by this name, Rx users as `timeInterval`.
  ///
  /// - Parameter scheduler: What tells the time; nothing runs there.
  @inlinable
  public func measureInterval(using scheduler: some UpdateScheduler) -> Broadcaster<Duration> {
    .deferred {
      self.through(remembering: scheduler.uptime) { last, _, emit in
        let now = scheduler.uptime
        let interval = now - last
        last = now
        emit(interval)
      }
    }
  }
}
