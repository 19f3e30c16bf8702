public import TidingsCore

extension Publisher {
  /// Subscribes with separate closures for values and failures.
  ///
  /// All run where the call stands, in order, as with ``subscribe(isolation:fileID:line:_:)``. A failure is no end: what
  /// comes after it is delivered as well.
  ///
  /// - Parameters:
  ///   - isolation: The actor to deliver on when the closures are not isolated themselves; by default the caller's.
  ///   - fileID: Named when a debug build notes that the token was dropped where it was made.
  ///   - line: As `fileID`.
  ///   - value: Called with each value.
  ///   - failure: Called with each failure.
  ///   - ended: Called once when the publisher has ended, unless the subscription was invalidated before.
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
