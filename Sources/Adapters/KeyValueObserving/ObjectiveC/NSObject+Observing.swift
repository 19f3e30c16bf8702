#if canImport(ObjectiveC)
  public import Foundation

  extension NSObjectProtocol where Self: NSObject {
    /// Observes a property. Foundation finds out itself whether it can.
    @inlinable
    func observing<Value>(
      _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions, fileID: StaticString, line: UInt,
      _ changeHandler: @escaping @Sendable (Self, NSKeyValueObservedChange<Value>) -> Void
    ) -> NSKeyValueObservation {
      observe(keyPath, options: options, changeHandler: changeHandler)
    }
  }
#endif
