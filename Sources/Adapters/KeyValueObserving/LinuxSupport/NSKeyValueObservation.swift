#if !canImport(ObjectiveC)
  public import Foundation

  /// An observation that lasts until it is invalidated or goes away, as on Apple platforms.
  ///
  /// It keeps its handler, but not the observed object.
  public final class NSKeyValueObservation: NSObject, Sendable {
    let watch: KeyValueWatch

    @usableFromInline
    init(of watch: KeyValueWatch) {
      self.watch = watch
    }

    deinit {
      watch.invalidate()
    }

    /// Ends the observation. Can be called from any thread, and from inside the handler; no call of the handler begins
    /// after it has returned.
    public func invalidate() {
      watch.invalidate()
    }
  }
#endif
