public import TidingsCore

extension PublishedTask where Progress == Never {
  /// A task around a function with a completion handler that cannot be cancelled.
  ///
  ///     let image = PublishedTask(callback: { decoder.decode(data, completion: $0) })
  ///
  /// When nobody listens any more the work goes on, and what it comes to is dropped. The next subscriber starts it again.
  ///
  /// - Parameter start: Called for the first subscriber, with the completion handler. That may be called at once and on
  ///   any thread; only the first call counts. When it is let go of without a call, the task ends without a result.
  public init(
    callback start: @escaping @Sendable (_ completion: @escaping @Sendable (Result<Success, Failure>) -> Void) -> Void
  ) {
    self.init(start: { run in
      start { run.complete($0) }
      return .ended
    })
  }

  /// A task around a function with a completion handler, which returns what can cancel it.
  ///
  ///     let profile = PublishedTask(callback: { client.fetch(url, completion: $0) }, cancel: { $0.cancel() })
  ///
  /// - Parameters:
  ///   - start: As for ``init(callback:)``, and returns the request, or a closure, or whatever `cancel` needs.
  ///   - cancel: Called with that when the last subscriber has left before the completion, and not after it.
  public init<Request: Sendable>(
    callback start:
      @escaping @Sendable (
        _ completion: @escaping @Sendable (Result<Success, Failure>) -> Void
      ) -> Request,
    cancel: @escaping @Sendable (Request) -> Void
  ) {
    self.init(start: { run in
      let request = start { run.complete($0) }
      return Subscription { cancel(request) }
    })
  }
}
