public import TidingsCore

extension Publisher {
  /// Delivers the time since the previous update.
  ///
  ///     taps.measureInterval(using: DispatchQueue.main).filter { $0 < .milliseconds(300) }
  ///
  ///     source:  ---1-----2-3--|
  ///     result:  ---3-----6-2--|
  ///
  /// The first interval is measured from the subscription. Each is delivered immediately on the publishing thread. Ends when this
  /// publisher ends. In Rx it is `timeInterval`.
  @_alwaysEmitIntoClient public func measureInterval(using scheduler: some UpdateScheduler) -> Broadcaster<Duration> {
    .deferred { [upstream = Broadcaster(self)] in
      upstream.through(remembering: scheduler.uptime) { last, _, emit in
        let now = scheduler.uptime
        emit(now - exchange(&last, with: now))
      }
    }
  }
}
