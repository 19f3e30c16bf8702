public import TidingsCore

extension Publisher {
  /// Delivers the results of tasks without their progress.
  ///
  ///     source:  a --- b --- success(1) --- c --- failure(x) --|
  ///     result:  ----------- success(1) --------- failure(x) --|
  @_alwaysEmitIntoClient
  public func results<Progress: Sendable, Success: Sendable, Failure: Error>() -> Broadcaster<Result<Success, Failure>>
  where Update == TaskUpdate<Progress, Success, Failure> {
    through { update, emit in if case .completed(let result) = update { emit(result) } }
  }

  /// Subscribes with separate closures for values and failures.
  ///
  /// A failure does not end the subscription: later updates are delivered. `ended` is called once when the publisher has ended,
  /// unless the subscription was invalidated before. See ``subscribe(isolation:fileID:line:_:)`` for the actor on which the
  /// closures run.
  public func subscribe<Value: Sendable, Failure: Error>(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext value: @escaping @isolated(any) @Sendable (Value) -> Void,
    @_inheritActorContext failure: @escaping @isolated(any) @Sendable (Failure) -> Void,
    @_inheritActorContext ended: @escaping @isolated(any) @Sendable () -> Void = {}
  ) -> Subscription where Update == Result<Value, Failure> {
    let value = IsolatedClosure(value)
    let failure = IsolatedClosure(failure)
    let ended = IsolatedAction(ended)
    let actor = DeliveryContext.sharedIsolation(value.isolation, failure.isolation) ?? ended.isolation
    return subscribe(
      at: DeliveryContext(of: actor, calledFrom: isolation), calledFrom: isolation, fileID: fileID, line: line,
      ended: EndHandler(at: DeliveryContext(of: ended.isolation), ended.call)
    ) { result in
      switch result {
      case .success(let success): value.call(success)
      case .failure(let error): failure.call(error)
      }
    }
  }
}

/// A failure among results, or the result of a task, which operators that drop the last update deliver. Nil may be lost.
@usableFromInline func mustArrive(_ update: some Sendable) -> Bool { (update as? any Outcome)?.mustArrive ?? false }

private protocol Outcome {
  var mustArrive: Bool { get }
}

extension Result: Outcome {
  fileprivate var mustArrive: Bool { if case .failure = self { true } else { false } }
}

extension TaskUpdate: Outcome {
  fileprivate var mustArrive: Bool { if case .completed = self { true } else { false } }
}
