#if canImport(ObjectiveC)
  import Foundation

  extension NSObjectProtocol where Self: NSObject {
    /// Observes a property by Foundation's key-value observing, which has no notes about properties that do not support it.
    func observing<Value>(
      _ keyPath: KeyPath<Self, Value>, options: KeyValueOptions, fileID: StaticString, line: UInt,
      _ handler: @escaping @Sendable (Self, ObservedChange<Value>) -> Void
    ) -> KeyValueToken {
      observe(keyPath, options: NSKeyValueObservingOptions(rawValue: options.rawValue)) { object, change in
        handler(
          object,
          ObservedChange(
            kind: KeyValueChangeKind(rawValue: change.kind.rawValue) ?? .setting, oldValue: change.oldValue,
            newValue: change.newValue, indexes: change.indexes, isPrior: change.isPrior))
      }
    }
  }
#endif
