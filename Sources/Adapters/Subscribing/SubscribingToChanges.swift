public import TidingsCore

extension ValuePublisher {
  /// Subscribes with the new value and the one before, which is nil at first, where a filter lets them through.
  ///
  ///     temperature.subscribe(filter: { new, _ in new > 30 }) { new, old in
  ///       print("hot: \(new) after \(old ?? new)")
  ///     }
  ///
  /// The old value is the one before the new one, whether the filter has let it through or not. LightweightObservable
  /// users know this form.
  ///
  /// - Parameters:
  ///   - filter: Decides whether `receive` is called. It is called where the value is published, not on the actor, with
  ///     the value current at subscription first.
  ///   - isolation: The actor to deliver on when the closure is not isolated itself; by default the caller's.
  ///   - fileID: Named when a debug build notes that the token was dropped where it was made.
  ///   - line: As `fileID`.
  ///   - receive: Called with the new and the old value, serially.
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
    let changes = through(
      Stage<Update, (new: Update, old: Update?)>(remembering: Update?.none) { last, new, emit in
        let old = last
        last = new
        if filter(new, old) { emit((new, old)) }
      })
    let call = closure.call
    return changes.subscribe(
      at: DeliveryContext(of: closure.isolation, calledFrom: isolation), calledFrom: isolation, fileID: fileID,
      line: line,
      depth: 2
    ) { call($0.new, $0.old) }
  }
}

extension ValuePublisher where Update: Equatable {
  /// Subscribes with the new value and the one before, which is nil at first.
  ///
  ///     volume.subscribeDistinct { new, old in print("\(old ?? 0) → \(new)") }
  ///
  /// A published value never updates to what equals the value before, so there are no duplicates to leave out: this is
  /// `subscribe` with both values, under the name that LightweightObservable users look for.
  ///
  /// - Parameters:
  ///   - isolation: The actor to deliver on when the closure is not isolated itself; by default the caller's.
  ///   - fileID: Named when a debug build notes that the token was dropped where it was made.
  ///   - line: As `fileID`.
  ///   - receive: Called with the new and the old value, serially.
  public func subscribeDistinct(
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line,
    @_inheritActorContext _ receive: @escaping @isolated(any) @Sendable (_ new: Update, _ old: Update?) -> Void
  ) -> Subscription {
    subscribe(
      toChangesThrough: { _, _ in true }, isolation: isolation, fileID: fileID, line: line,
      IsolatedBinaryClosure(receive))
  }
}
