public import TidingsCore

extension Publisher {
  /// Sets a property to each update.
  ///
  ///     model.title.bind(to: header.text).store(in: subscriptions)
  ///
  /// The property is set on the publishing thread. It is not kept alive. The subscription ends with the first update after the
  /// property was released.
  ///
  /// - Parameters:
  ///   - property: The property to set.
  ///   - fileID: The file named by a warning about a dropped token.
  ///   - line: The line named by that warning.
  public func bind(
    to property: PublishedProperty<Update>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    pass(to: property, fileID: fileID, line: line) { $0.value = $1 }
  }

  /// Sends each update with a source.
  ///
  /// The source sends on the publishing thread. It is not kept alive. The subscription ends with the first update after the
  /// source was released. The end of this publisher does not finish the source.
  ///
  /// - Parameters:
  ///   - source: The source that sends.
  ///   - fileID: The file named by a warning about a dropped token.
  ///   - line: The line named by that warning.
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
  /// The object is not kept alive, unlike by `assign(to:on:)` of Combine. The subscription ends with the first update after the
  /// object was released.
  ///
  /// - Parameters:
  ///   - keyPath: The property to set.
  ///   - object: The object of the property.
  ///   - fileID: The file named by a warning about a dropped token.
  ///   - line: The line named by that warning.
  @MainActor
  public func bind<Object: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Object, Update>, on object: Object, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Subscription {
    bind(to: object, fileID: fileID, line: line) { $0[keyPath: keyPath] = $1 }
  }

  /// Sets an optional property of an object to each update. See ``bind(to:on:fileID:line:)``.
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
