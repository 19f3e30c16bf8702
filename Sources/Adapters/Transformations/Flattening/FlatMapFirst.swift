public import TidingsCore

extension Publisher {
  /// Follows a publisher for an update, and drops the updates that come before that one has ended.
  ///
  ///     refreshTaps.flatMapFirst { server.reload() }
  ///
  ///     source:  a ---- b ------------ c -----|
  ///     of a:    a1 -------- a2|
  ///     of c:    --------------------- c1|
  ///     result:  a1 -------- a2 ------ c1 ----|
  ///
  /// Ends when this publisher and what is followed have ended. Rx users know it as `exhaustMap`, ReactiveSwift users as
  /// `flatMap(.throttle)`.
  ///
  /// - Parameter transform: Called with each update that is not dropped, for each subscriber, where it is published.
  @inlinable
  public func flatMapFirst<Inner: Publisher>(
    _ transform: @escaping @Sendable (Update) -> Inner
  ) -> Broadcaster<Inner.Update> {
    following(ConcurrencyLimiter(maximum: 1, othersWait: false), transform)
  }
}
