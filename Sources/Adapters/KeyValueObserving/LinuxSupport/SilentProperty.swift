#if !canImport(ObjectiveC)
  import TidingsCore

  #if DEBUG
    extension NSKeyValueObservation {
      /// Notes a property that is observed, and that nothing tells of changes of.
      @usableFromInline
      func noteIfSilent(_ keyPath: AnyKeyPath, fileID: StaticString, line: UInt) {
        guard !watch.isTold else { return }
        DebugNote.write(
          """
          \(keyPath) is observed, but nothing tells of its changes. Declare the property as @Observed var, or use a \
          KeyValueRegistrar. If its changes are announced with willChangeValue(for:) and didChangeValue(for:), return \
          false from automaticallyNotifiesObservers(for:) of NSKeyValueObservingCustomization.
          """, at: SourceLine(fileID: fileID, line: line))
      }
    }
  #else
    extension NSKeyValueObservation {
      @inlinable
      func noteIfSilent(_ keyPath: AnyKeyPath, fileID: StaticString, line: UInt) {}
    }
  #endif
#endif
