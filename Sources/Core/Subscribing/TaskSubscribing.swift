extension PublishedTask {
  /// Subscribes with separate closures for progress, success and failure.
  ///
  /// The closures run on the caller's actor, in order, as with ``Publisher/subscribe(isolation:fileID:line:_:)``.
  ///
  /// - Parameters:
  ///   - isolation: The actor on which an unisolated closure runs. The default is the caller's actor.
  ///   - progress: Called with each progress.
  ///   - success: Called once if the task succeeds.
  ///   - failure: Called once if the task fails.
  public func subscribe(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext progress: @escaping @isolated(any) @Sendable (Progress) -> Void = { _ in },
    @_inheritActorContext success: @escaping @isolated(any) @Sendable (Success) -> Void,
    @_inheritActorContext failure: @escaping @isolated(any) @Sendable (Failure) -> Void
  ) -> Subscription {
    subscribe(
      isolation: isolation, fileID: fileID, line: line, IsolatedClosure(progress), IsolatedClosure(success),
      IsolatedClosure(failure))
  }

  /// Subscribes with separate closures for progress and for the result.
  ///
  /// See ``subscribe(isolation:fileID:line:progress:success:failure:)``.
  public func subscribe(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext progress: @escaping @isolated(any) @Sendable (Progress) -> Void,
    @_inheritActorContext completion: @escaping @isolated(any) @Sendable (Result<Success, Failure>) -> Void
  ) -> Subscription {
    let completion = IsolatedClosure(completion)
    return subscribe(
      isolation: isolation, fileID: fileID, line: line, depth: 2, IsolatedClosure(progress),
      completedOn: completion.isolation, completion.call)
  }

  /// Subscribes to the progress and the success of a task that cannot fail.
  ///
  /// See ``subscribe(isolation:fileID:line:progress:success:failure:)``.
  public func subscribe(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext progress: @escaping @isolated(any) @Sendable (Progress) -> Void = { _ in },
    @_inheritActorContext success: @escaping @isolated(any) @Sendable (Success) -> Void
  ) -> Subscription where Failure == Never {
    subscribe(
      isolation: isolation, fileID: fileID, line: line, IsolatedClosure(progress), IsolatedClosure(success),
      IsolatedClosure { _ in })
  }

  private func subscribe(
    isolation: isolated (any Actor)?, fileID: StaticString, line: UInt, _ progress: IsolatedClosure<Progress>,
    _ success: IsolatedClosure<Success>, _ failure: IsolatedClosure<Failure>
  ) -> Subscription {
    subscribe(
      isolation: isolation, fileID: fileID, line: line, depth: 3, progress,
      completedOn: DeliveryContext.sharedIsolation(success.isolation, failure.isolation)
    ) { result in
      switch result {
      case .success(let value): success.call(value)
      case .failure(let error): failure.call(error)
      }
    }
  }

  /// Subscribes with one context and one mailbox for all closures.
  private func subscribe(
    isolation: isolated (any Actor)?, fileID: StaticString, line: UInt, depth: Int,
    _ progress: IsolatedClosure<Progress>, completedOn completionActor: (any Actor)?,
    _ complete: @escaping @Sendable (Result<Success, Failure>) -> Void
  ) -> Subscription {
    let actor = DeliveryContext.sharedIsolation(progress.isolation, completionActor)
    return subscribe(
      at: DeliveryContext(of: actor, calledFrom: isolation), calledFrom: isolation, fileID: fileID, line: line,
      depth: depth
    ) { update in
      switch update {
      case .inProgress(let value): progress.call(value)
      case .completed(let result): complete(result)
      }
    }
  }
}
