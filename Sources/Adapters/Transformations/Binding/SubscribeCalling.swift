public import TidingsCore

extension Publisher {
  /// Calls a method of a main-actor object with each update.
  ///
  ///     model.title.subscribe(calling: TitleBar.show, on: self).store(in: subscriptions)
  ///
  /// The method is named through its type, so that the object is not kept alive, as it would be by `self.show`: the
  /// first update that finds it gone ends the subscription.
  ///
  /// - Parameters:
  ///   - method: Called on the main actor, serially.
  ///   - object: Whose method it is.
  ///   - fileID: Named in the note on a dropped token.
  ///   - line: As `fileID`.
  @MainActor
  public func subscribe<Object: AnyObject>(
    calling method: @escaping @MainActor (Object) -> @MainActor (Update) -> Void, on object: Object,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    let handle = SubscriptionHandle()
    let closure = IsolatedClosure<Update> { @MainActor [weak object] update in
      guard let object else { return handle.end() }
      method(object)(update)
    }
    return subscribe(
      at: .main, calledFrom: MainActor.shared, fileID: fileID, line: line, handle: handle, closure.call)
  }

  /// Calls a method of a Sendable object with each update, where the call stands; the object is not kept alive.
  ///
  /// - Parameters:
  ///   - method: Called where ``subscribe(isolation:fileID:line:_:)`` would call its closure.
  ///   - object: Whose method it is.
  ///   - isolation: The actor to deliver on; by default the caller's.
  ///   - fileID: Named in the note on a dropped token.
  ///   - line: As `fileID`.
  public func subscribe<Object: AnyObject & Sendable>(
    calling method: @escaping @Sendable (Object) -> @Sendable (Update) -> Void, on object: Object,
    isolation: isolated (any Actor)? = #isolation, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    let handle = SubscriptionHandle()
    return subscribe(
      at: DeliveryContext(of: nil, calledFrom: isolation), calledFrom: isolation, fileID: fileID, line: line,
      handle: handle
    ) { [weak object] update in
      guard let object else { return handle.end() }
      method(object)(update)
    }
  }
}
