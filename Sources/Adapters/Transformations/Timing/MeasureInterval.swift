public import TidingsCore

extension Publisher {
  /// Delivers the time since the previous update.
  ///
  ///     taps.measureInterval(using: DispatchQueue.main).filter { $0 < .milliseconds(300) }
  ///
  ///     source:  ---1-----2-3--|
  ///     result:  ---3-----6-2--|
  ///
  /// The first interval is measured from the subscription. Each is delivered immediately on the publishing thread. Ends when
  /// this publisher ends. Combine has the same name. In Rx it is `timeInterval`.
  ///
  /// - Parameter scheduler: Measures the time. It does not deliver.
  @_alwaysEmitIntoClient public func measureInterval(using scheduler: some UpdateScheduler) -> Broadcaster<Duration> {
    .deferred { [upstream = Broadcaster(self)] in
      upstream.through(remembering: scheduler.uptime) { last, _, emit in
        let now = scheduler.uptime
        let interval = now - last
        last = now
        emit(interval)
      }
    }
  }
}
