#if !canImport(ObjectiveC)
  public import Foundation

  extension NSObjectProtocol where Self: NSObject {
    /// Observes a property of this object, as on Apple platforms.
    ///
    /// The property is ``Observed``, told to a ``KeyValueRegistrar``, computed from such ones, reached through such ones
    /// as in `\.child?.name`, or a property of this object whose changes are announced with `willChangeValue(for:)` and
    /// `didChangeValue(for:)`.
    ///
    /// - Parameters:
    ///   - keyPath: The property.
    ///   - options: What the handler is told, and when.
    ///   - fileID: Named when a debug build notes that the property cannot be observed.
    ///   - line: As `fileID`.
    ///   - changeHandler: Called on the thread that changes the property, and may be called on several at once.
    /// - Returns: What to keep for as long as changes are wanted.
    @preconcurrency
    @inlinable
    public func observe<Value>(
      _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [], fileID: StaticString = #fileID,
      line: UInt = #line, changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
      observing(keyPath, options: options, fileID: fileID, line: line, changeHandler)
    }

    /// Observes, and notes in debug builds when nothing tells of changes.
    @inlinable
    func observing<Value>(
      _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions, fileID: StaticString, line: UInt,
      _ changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
      let observation = observe(keyPath, options: options, reading: { $0[keyPath: keyPath] }, changeHandler)
      observation.noteIfSilent(keyPath, fileID: fileID, line: line)
      return observation
    }

    /// Announces that a property is about to be set. Each call is followed by `didChangeValue(for:)` on the same thread.
    @inlinable
    public func willChangeValue<Value>(for keyPath: @autoclosure () -> KeyPath<Self, Value>) {
      guard AnnouncedProperties.mayBeWatched(of: self) else { return }
      willChange(.setting, valuesAt: nil, of: keyPath())
    }

    /// Announces that a property has been set.
    @inlinable
    public func didChangeValue<Value>(for keyPath: @autoclosure () -> KeyPath<Self, Value>) {
      guard AnnouncedProperties.mayBeWatched(of: self) else { return }
      didChange(.setting, valuesAt: nil, of: keyPath())
    }

    /// Announces that elements of a collection are about to change.
    public func willChange<Value>(
      _ changeKind: NSKeyValueChange, valuesAt indexes: IndexSet, for keyPath: KeyPath<Self, Value>
    ) {
      willChange(changeKind, valuesAt: indexes, of: keyPath)
    }

    /// Announces that elements of a collection have changed.
    public func didChange<Value>(
      _ changeKind: NSKeyValueChange, valuesAt indexes: IndexSet, for keyPath: KeyPath<Self, Value>
    ) {
      didChange(changeKind, valuesAt: indexes, of: keyPath)
    }

    /// - Parameter announced: The path by which changes may be announced by hand.
    @inlinable
    func observe<Value>(
      _ announced: AnyKeyPath, options: NSKeyValueObservingOptions, reading read: @escaping (Self) -> Value,
      _ changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
      let steps = ObservingSteps(read: read, changeHandler)
      let watch = KeyValueWatch(of: self, announced, options: options) { watch, object, step in
        steps.perform(step, of: watch, on: object)
      }
      watch.start()
      return NSKeyValueObservation(of: watch)
    }

    @usableFromInline
    func willChange(_ kind: NSKeyValueChange, valuesAt indexes: IndexSet?, of keyPath: AnyKeyPath) {
      guard let node = AnnouncedProperties.all.node(of: self, keyPath) else { return }
      node.announceWillChange(KeyValueMutation(kind: kind, indexes: indexes))
    }

    @usableFromInline
    func didChange(_ kind: NSKeyValueChange, valuesAt indexes: IndexSet?, of keyPath: AnyKeyPath) {
      guard let node = AnnouncedProperties.all.node(of: self, keyPath) else { return }
      node.announceDidChange(KeyValueMutation(kind: kind, indexes: indexes))
    }
  }
#endif
