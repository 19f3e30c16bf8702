public import TidingsCore

extension PublishedTask {
  /// Starts the task, and sets a property to what it succeeds with.
  ///
  ///     loadTitle().bind(success: title).store(in: subscriptions)
  ///
  /// The property is set where the task completes, and not kept alive: the first update that finds it gone ends the
  /// subscription, which cancels a task that nobody else waits for.
  public func bind(success property: PublishedProperty<Success>) -> Subscription {
    bind { [weak property] result in
      guard let property else { return false }
      if case .success(let success) = result { property.value = success }
      return true
    }
  }

  /// Starts the task, and sets a property to what it succeeds with; see `bind(success:)`.
  public func bind(success property: PublishedProperty<Success?>) -> Subscription {
    map { Success?.some($0) }.bind(success: property)
  }

  /// Starts the task, and sets a property to its failure, or to nil when it succeeds; otherwise as `bind(success:)`.
  public func bind(failure property: PublishedProperty<Failure?>) -> Subscription {
    bind { [weak property] result in
      guard let property else { return false }
      if let result { property.value = result.failure }
      return true
    }
  }

  /// Starts the task, and sets a property to each progress; otherwise as `bind(success:)`.
  public func bind(progress property: PublishedProperty<Progress>) -> Subscription {
    let slot = SubscriptionSlot()
    return attachment(into: slot) { [weak property] update in
      guard let property else { return slot.end() }
      if case .inProgress(let progress) = update { property.value = progress }
    }
  }

  /// Starts the task, and sets one property to its success or one to its failure.
  ///
  /// A success sets the other property to nil; a failure leaves the success of an earlier task where it is. As with
  /// `bind(success:)` the properties are not kept alive: the subscription ends when both are gone.
  public func bind(
    success: PublishedProperty<Success>, failure: PublishedProperty<Failure?>
  ) -> Subscription {
    bind { [weak success, weak failure] result in
      switch result {
      case .success(let value): success?.value = value; failure?.value = nil
      case .failure(let error): failure?.value = error
      case nil: break
      }
      return success != nil || failure != nil
    }
  }

  /// Starts the task, and sets one property to its success or one to its failure; see ``bind(success:failure:)``.
  public func bind(
    success: PublishedProperty<Success?>, failure: PublishedProperty<Failure?>
  ) -> Subscription {
    map { Success?.some($0) }.bind(success: success, failure: failure)
  }

  /// - Parameter set: Told the result, or nil for a progress. Returns whether anybody is left to tell.
  private func bind(_ set: @escaping @Sendable (Result<Success, Failure>?) -> Bool) -> Subscription {
    let slot = SubscriptionSlot()
    return attachment(into: slot) { update in
      let result: Result<Success, Failure>? = if case .completed(let result) = update { result } else { nil }
      if !set(result) { slot.end() }
    }
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
