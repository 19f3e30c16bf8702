public import TidingsCore

extension PublishedTask {
  /// Starts the task, and sets a property to what it succeeds with.
  ///
  ///     loadTitle().bind(success: title).store(in: subscriptions)
  ///
  /// The property is set where the task completes, and not kept alive: the first update that finds it gone ends the
  /// subscription, which cancels a task that nobody else waits for.
  ///
  /// - Parameters:
  ///   - property: What to set.
  ///   - fileID: Named in the note on a dropped token.
  ///   - line: As `fileID`.
  public func bind(
    success property: PublishedProperty<Success>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    bind(fileID: fileID, line: line, Self.setting(property) { $0 })
  }

  /// Starts the task, and sets a property to what it succeeds with; see `bind(success:)`.
  ///
  /// - Parameters:
  ///   - property: What to set.
  ///   - fileID: Named in the note on a dropped token.
  ///   - line: As `fileID`.
  public func bind(
    success property: PublishedProperty<Success?>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    bind(fileID: fileID, line: line, Self.setting(property) { .some($0) })
  }

  /// Starts the task, and sets a property to its failure, or to nil when it succeeds; otherwise as `bind(success:)`.
  ///
  /// - Parameters:
  ///   - property: What to set.
  ///   - fileID: Named in the note on a dropped token.
  ///   - line: As `fileID`.
  public func bind(
    failure property: PublishedProperty<Failure?>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    bind(fileID: fileID, line: line) { [weak property] result in
      guard let property else { return false }
      if let result { property.value = result.failure }
      return true
    }
  }

  /// Starts the task, and sets a property to each progress; otherwise as `bind(success:)`.
  ///
  /// - Parameters:
  ///   - property: What to set.
  ///   - fileID: Named in the note on a dropped token.
  ///   - line: As `fileID`.
  public func bind(
    progress property: PublishedProperty<Progress>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    let handle = SubscriptionHandle()
    return subscribe(at: nil, calledFrom: nil, fileID: fileID, line: line, handle: handle) { [weak property] update in
      guard let property else { return handle.end() }
      if case .inProgress(let progress) = update { property.value = progress }
    }
  }

  /// Starts the task, and sets one property to its success or one to its failure.
  ///
  /// A success sets the other property to nil; a failure leaves the success of an earlier task where it is. As with
  /// `bind(success:)` the properties are not kept alive: the subscription ends when both are gone.
  ///
  /// - Parameters:
  ///   - success: Set to a success.
  ///   - failure: Set to a failure, and to nil by a success.
  ///   - fileID: Named in the note on a dropped token.
  ///   - line: As `fileID`.
  public func bind(
    success: PublishedProperty<Success>, failure: PublishedProperty<Failure?>, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Subscription {
    bind(fileID: fileID, line: line, Self.setting(success, or: failure) { $0 })
  }

  /// Starts the task, and sets one property to its success or one to its failure; see
  /// ``bind(success:failure:fileID:line:)``.
  ///
  /// - Parameters:
  ///   - success: Set to a success.
  ///   - failure: Set to a failure, and to nil by a success.
  ///   - fileID: Named in the note on a dropped token.
  ///   - line: As `fileID`.
  public func bind(
    success: PublishedProperty<Success?>, failure: PublishedProperty<Failure?>, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Subscription {
    bind(fileID: fileID, line: line, Self.setting(success, or: failure) { .some($0) })
  }

  // These return closures and call nothing: the note of a dropped token counts the functions behind the caller.

  private static func setting<Value: Sendable>(
    _ property: PublishedProperty<Value>, to value: @escaping @Sendable (Success) -> Value
  ) -> @Sendable (Result<Success, Failure>?) -> Bool {
    { [weak property] result in
      guard let property else { return false }
      if case .success(let success) = result { property.value = value(success) }
      return true
    }
  }

  private static func setting<Value: Sendable>(
    _ success: PublishedProperty<Value>, or failure: PublishedProperty<Failure?>,
    to value: @escaping @Sendable (Success) -> Value
  ) -> @Sendable (Result<Success, Failure>?) -> Bool {
    { [weak success, weak failure] result in
      switch result {
      case .success(let new): success?.value = value(new); failure?.value = nil
      case .failure(let error): failure?.value = error
      case nil: break
      }
      return success != nil || failure != nil
    }
  }

  /// - Parameter set: Told the result, or nil for a progress. Returns whether anybody is left to tell.
  private func bind(
    fileID: StaticString, line: UInt, _ set: @escaping @Sendable (Result<Success, Failure>?) -> Bool
  ) -> Subscription {
    let handle = SubscriptionHandle()
    return subscribe(at: nil, calledFrom: nil, fileID: fileID, line: line, depth: 2, handle: handle) { update in
      let result: Result<Success, Failure>? = if case .completed(let result) = update { result } else { nil }
      if !set(result) { handle.end() }
    }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
