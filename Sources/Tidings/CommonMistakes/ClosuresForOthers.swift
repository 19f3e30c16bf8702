public import TidingsCore

// Closures that another operator is for.

extension PublishedTask {
  /// A closure that returns a value in place of a task.
  @available(
    *, unavailable, message: "Use 'recover { … }' to make a success of the failure; 'catch' goes on with another task."
  )
  public func `catch`(_ handler: @escaping @Sendable (Failure) -> Success) -> PublishedTask<Progress, Success, Never> {
    PublishedTask<Progress, Success, Never>(start: { _ in Subscription {} })
  }
}

extension PublishedTask {
  /// A closure for the result alone.
  @available(
    *, unavailable,
    message: "Give 'success:' and 'failure:', or take 'TaskUpdate', whose cases are 'inProgress' and 'completed'."
  )
  public func subscribe(_ completion: @escaping @Sendable (Result<Success, Failure>) -> Void) -> Subscription {
    Subscription {}
  }
}

extension Publisher {
  /// A closure that waits or returns something else, in place of one that returns a publisher.
  @available(
    *, unavailable,
    message:
      "The closure returns a publisher; one that waits for something returns a task: 'PublishedTask { try await … }'."
  )
  public func flatMapLatest<Output: Sendable>(
    _ transform: @escaping @Sendable (Update) async throws -> Output
  ) -> Broadcaster<Output> {
    .never
  }

  @available(*, unavailable, message: "Use 'subscribe(weak: owner) { owner, update in … }'.")
  public func subscribe<Method, Owner: AnyObject>(calling method: Method, on owner: Owner) -> Subscription {
    Subscription {}
  }
}
