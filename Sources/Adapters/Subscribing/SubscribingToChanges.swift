public import TidingsCore

extension ValuePublisher {
  /// Subscribes with the new and the previous value, for changes that a filter accepts.
  ///
  ///     temperature.subscribe(filter: { new, _ in new > 30 }) { new, old in
  ///       print("hot: \(new) after \(old ?? new)")
  ///     }
  ///
  /// The previous value is nil at first. It is the value before the new one, even if the filter did not accept it.
  /// LightweightObservable has the same form.
  ///
  /// - Parameters:
  ///   - filter: Decides whether `receive` is called. It runs where the value is published, not on the actor, first
  ///     with the value that is current at subscription.
  ///   - isolation: The actor on which an unisolated closure runs. The default is the caller's actor.
  ///   - fileID: The file named by a warning about a dropped token.
  ///   - line: The line named by that warning.
  ///   - receive: Called with the new and the previous value, one at a time.
  public func subscribe(
    filter: @escaping @Sendable (_ new: Update, _ old: Update?) -> Bool,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ receive: @escaping @isolated(any) @Sendable (_ new: Update, _ old: Update?) -> Void
  ) -> Subscription {
    subscribe(
      toChangesThrough: filter, isolation: isolation, fileID: fileID, line: line, IsolatedBinaryClosure(receive))
  }

  private func subscribe(
    toChangesThrough filter: @escaping @Sendable (Update, Update?) -> Bool, isolation: isolated (any Actor)?,
    fileID: StaticString, line: UInt, _ closure: IsolatedBinaryClosure<Update, Update?>
  ) -> Subscription {
    let changes: Broadcaster<(new: Update, old: Update?)> = through(remembering: Update?.none) { last, new, emit in
      let old = last
      last = new
      if filter(new, old) { emit((new, old)) }
    }
    let call = closure.call
    return changes.subscribe(
      at: DeliveryContext(of: closure.isolation, calledFrom: isolation), calledFrom: isolation, fileID: fileID,
      line: line,
      depth: 2
    ) { call($0.new, $0.old) }
  }
}

extension ValuePublisher where Update: Equatable {
  /// Subscribes with the new and the previous value, which is nil at first.
  ///
  ///     volume.subscribeDistinct { new, old in print("\(old ?? 0) → \(new)") }
  ///
  /// A published value never delivers a value that equals the previous one, so there are no duplicates to remove. This
  /// is `subscribe` with both values, under the name that LightweightObservable uses.
  ///
  /// - Parameters:
  ///   - isolation: The actor on which an unisolated closure runs. The default is the caller's actor.
  ///   - fileID: The file named by a warning about a dropped token.
  ///   - line: The line named by that warning.
  ///   - receive: Called with the new and the previous value, one at a time.
  public func subscribeDistinct(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ receive: @escaping @isolated(any) @Sendable (_ new: Update, _ old: Update?) -> Void
  ) -> Subscription {
    subscribe(
      toChangesThrough: { _, _ in true }, isolation: isolation, fileID: fileID, line: line,
      IsolatedBinaryClosure(receive))
  }
}
