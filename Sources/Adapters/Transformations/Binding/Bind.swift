public import TidingsCore

extension Publisher {
  /// Sets a property to each update.
  ///
  ///     model.title.bind(to: header.text).store(in: subscriptions)
  ///
  /// The property is set on the publishing thread. It is not kept alive. The subscription ends with the first update after the
  /// property was released. Only the property of a start closure is kept until this publisher ends.
  ///
  /// - Parameter property: The property to set.
  @_alwaysEmitIntoClient public func bind(
    to property: PublishedProperty<Update>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    pass(to: property, keeping: property.ofRun, fileID: fileID, line: line) { $0.value = $1 }
  }

  /// Sends each update with a source.
  ///
  /// The source sends on the publishing thread. It is not kept alive. The subscription ends with the first update after the
  /// source was released. The end of this publisher does not finish the source. Only the source of a start closure is kept
  /// until then, and is finished, so a broadcaster can be made from any publisher:
  ///
  ///     Broadcaster { source in makeStream().broadcaster().forward(to: source) }
  ///
  /// - Parameter source: The source that sends.
  @_alwaysEmitIntoClient public func forward(
    to source: BroadcastSource<Update>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    pass(to: source, keeping: source.ofRun, fileID: fileID, line: line) { $0.send($1) }
  }

  @_alwaysEmitIntoClient func pass<Target: AnyObject & Sendable>(
    to target: Target, keeping kept: Target?, fileID: StaticString, line: UInt,
    _ pass: @escaping @Sendable (Target, Update) -> Void
  ) -> Subscription {
    subscribeUntilFalse(fileID: fileID, line: line, depth: 2) { [weak target] update in
      guard let target = kept ?? target else { return false }
      pass(target, update)
      return true
    }
  }

  /// Sets a property of an object to each update, on the main actor.
  ///
  ///     model.title.bind(to: \.text, on: label).store(in: subscriptions)
  ///
  /// The object is not kept alive. The subscription ends with the first update after the object was released.
  ///
  /// - Parameters:
  ///   - keyPath: The property to set.
  ///   - object: The object of the property.
  @MainActor @_alwaysEmitIntoClient public func bind<Object: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Object, Update>, on object: Object, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Subscription {
    bind(to: object, fileID: fileID, line: line) { $0[keyPath: keyPath] = $1 }
  }

  /// Sets an optional property of an object to each update. See ``bind(to:on:fileID:line:)``.
  @_disfavoredOverload @MainActor @_alwaysEmitIntoClient public func bind<Object: AnyObject>(
    to keyPath: ReferenceWritableKeyPath<Object, Update?>, on object: Object, fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> Subscription {
    bind(to: object, fileID: fileID, line: line) { $0[keyPath: keyPath] = $1 }
  }

  @MainActor @_alwaysEmitIntoClient func bind<Object: AnyObject>(
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

extension PublishedTask {
  /// Starts the task and sets properties to its progress and its result.
  ///
  ///     loadTitle().bind(progress: fraction, success: title, failure: error).store(in: subscriptions)
  ///
  /// The properties are set on the reporting thread and are not kept alive, except those of start closures. The subscription
  /// ends with the first update that finds none of them, which cancels a task without other subscribers.
  ///
  /// - Parameters:
  ///   - progress: Set to each progress.
  ///   - success: Set to the value of a success.
  ///   - failure: Set to a failure, or to nil by a success. A failure does not change the property for the success.
  @_alwaysEmitIntoClient public func bind(
    progress: PublishedProperty<Progress>? = nil, success: PublishedProperty<Success>,
    failure: PublishedProperty<Failure?>? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    bind(progress, success, failure, fileID: fileID, line: line) { $0 }
  }

  /// Sets properties that can be omitted. See `bind(progress:success:failure:)` with a property for the success.
  @_alwaysEmitIntoClient public func bind(
    progress: PublishedProperty<Progress>? = nil, success: PublishedProperty<Success?>? = nil,
    failure: PublishedProperty<Failure?>? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    bind(progress, success, failure, fileID: fileID, line: line) { $0 }
  }

  @_alwaysEmitIntoClient func bind<Value: Sendable>(
    _ progress: PublishedProperty<Progress>?, _ success: PublishedProperty<Value>?,
    _ failure: PublishedProperty<Failure?>?, fileID: StaticString, line: UInt,
    to value: @escaping @Sendable (Success) -> Value
  ) -> Subscription {
    let kept: [(any Sendable)?] = [progress?.ofRun, success?.ofRun, failure?.ofRun]
    return subscribeUntilFalse(fileID: fileID, line: line, depth: 2) {
      [weak progress, weak success, weak failure] update in
      defer { withExtendedLifetime(kept) {} }
      guard progress != nil || success != nil || failure != nil else { return false }
      switch update {
      case .inProgress(let new):
        progress?.value = new
      case .completed(.success(let new)):
        success?.value = value(new)
        failure?.value = nil
      case .completed(.failure(let error)):
        failure?.value = error
      }
      return true
    }
  }
}

extension PublishedProperty where Value: Equatable {
  /// Keeps this property and another one equal.
  ///
  ///     settings.volume.bind(bothWaysWith: slider.position).store(in: subscriptions)
  ///
  /// First, the other property is set to the value of this one. Then each change of one property sets the other. If two
  /// threads set both at the same time, they settle on one of the two values. Two values that are not equal to
  /// themselves, such as NaN, count as equal. Otherwise, they would be passed on forever. The properties are not kept
  /// alive. The subscription ends when one of them is released. In ReactiveSwift, this is `<~>`.
  ///
  /// - Parameter other: The other property.
  @_alwaysEmitIntoClient public func bind(
    bothWaysWith other: PublishedProperty<Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    let changes = Broadcaster<Void>(remembering: Value?.none) { [weak self, weak other] inputs, output in
      guard let self, let other else { return output.end() }
      for (property, partner) in [(self, other), (other, self)] {
        inputs.connect(property.publishedValue) { [weak property, weak partner] passed, _ in
          guard let property, let partner else { return output.end() }
          // In debug builds, this counts as a delivered update for the warning about a dropped token.
          output(())
          property.pass(to: partner, unless: &passed)
        } ended: { _ in
          output.end()
        }
      }
    }
    return changes.subscribe(at: nil, calledFrom: nil, fileID: fileID, line: line) { _ in }
  }

  /// `passed` was passed last, by either property. Passing it back would undo a newer change.
  @_alwaysEmitIntoClient func pass(to other: PublishedProperty<Value>, unless passed: inout Value?) {
    let value = value
    if let passed, value.isInterchangeable(with: passed) { return }
    passed = value
    if !value.isInterchangeable(with: other.value) { other.value = value }
  }
}

extension Equatable {
  /// Whether the values are equal, or both not-a-number, which is not equal to itself and would be set forever.
  @_alwaysEmitIntoClient func isInterchangeable(with other: Self) -> Bool {
    self == other || (self != self && other != other)
  }
}
