public import TidingsCore

extension PublishedTask where Progress == Never {
  /// Creates a task from a function with a completion handler that cannot be cancelled.
  ///
  ///     let image = PublishedTask(callback: { decoder.decode(data, completion: $0) })
  ///
  /// When the last subscriber unsubscribes, the work continues and its result is dropped. The next subscriber starts it
  /// again.
  ///
  /// - Parameter start: Called for the first subscriber, with the completion handler. The handler may be called immediately
  ///   and on any thread. Only the first call has an effect. If it is released without a call, the task ends without a
  ///   result.
  public init(
    callback start: @escaping @Sendable (_ completion: @escaping @Sendable (Result<Success, Failure>) -> Void) -> Void
  ) {
    self.init(start: { run in
      start { run.complete($0) }
      return .ended
    })
  }

  /// Creates a task from a function with a completion handler that returns a request.
  ///
  ///     let profile = PublishedTask(callback: { client.fetch(url, completion: $0) }, cancel: { $0.cancel() })
  ///
  /// - Parameters:
  ///   - start: Called as for ``init(callback:)``. Returns the request that `cancel` takes.
  ///   - cancel: Called with the request when the last subscriber unsubscribes before the completion.
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
