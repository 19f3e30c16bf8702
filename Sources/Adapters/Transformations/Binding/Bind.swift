public import TidingsCore

extension Publisher {
  /// Sets a property to each update.
  ///
  ///     model.title.bind(to: header.text).store(in: subscriptions)
  ///
  /// The property is set where updates are published, and not kept alive: the first update that finds it gone ends the
  /// subscription.
  ///
  /// - Parameters:
  ///   - property: What to set.
  ///   - fileID: Named in the note on a dropped token.
  ///   - line: As `fileID`.
  public func bind(
    to property: PublishedProperty<Update>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    pass(to: property, fileID: fileID, line: line) { $0.value = $1 }
  }

  /// Sends each update through a source.
  ///
  /// The source sends where updates are published, and is not kept alive: the first update that finds it gone ends the
  /// subscription. The end of this publisher does not finish the source, which may have others to listen to.
  ///
  /// - Parameters:
  ///   - source: What sends.
  ///   - fileID: Named in the note on a dropped token.
  ///   - line: As `fileID`.
  public func forward(
    to source: BroadcastSource<Update>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    pass(to: source, fileID: fileID, line: line) { $0.send($1) }
  }

  private func pass<Target: AnyObject & Sendable>(
    to target: Target, fileID: StaticString, line: UInt, _ pass: @escaping @Sendable (Target, Update) -> Void
  ) -> Subscription {
    subscribeUntilFalse(fileID: fileID, line: line, depth: 2) { [weak target] update in
      guard let target else { return false }
      pass(target, update)
      return true
    }
  }
}

extension Publisher {
  /// Sets a property of an object to each update, on the main actor.
  ///
  ///     model.title.bind(to: \.text, on: label).store(in: subscriptions)
  ///
  /// The object is not kept alive: the first update that finds it gone ends the subscription. Combine users know it as
  /// `assign(to:on:)`, which does keep it.
  ///
  /// - Parameters:
  ///   - keyPath: The property to set.
  ///   - object: Whose property it is.
  ///   - fileID: Named in the note on a dropped token.
  ///   - line: As `fileID`.
  @MainActor
  public func bind<Object: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Object, Update>, on object: Object, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Subscription {
    bind(to: object, fileID: fileID, line: line) { $0[keyPath: keyPath] = $1 }
  }

  /// Sets an optional property of an object to each update; see ``bind(to:on:fileID:line:)``.
  @_disfavoredOverload
  @MainActor
  public func bind<Object: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Object, Update?>, on object: Object, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Subscription {
    bind(to: object, fileID: fileID, line: line) { $0[keyPath: keyPath] = $1 }
  }

  @MainActor
  private func bind<Object: AnyObject>(
    to object: Object, fileID: StaticString, line: UInt, set: @escaping @MainActor (Object, Update) -> Void
  ) -> Subscription {
    let closure = MainActorClosure<Update, Bool> { @MainActor [weak object] update in
      guard let object else { return false }
      set(object, update)
      return true
    }
    return subscribeUntilFalse(
      at: .main, calledFrom: MainActor.shared, fileID: fileID, line: line, depth: 2, closure.call)
  }
}
