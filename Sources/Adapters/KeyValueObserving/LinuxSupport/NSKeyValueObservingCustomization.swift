#if !canImport(ObjectiveC)
  public import Foundation

  /// Says which properties depend on which others, as on Apple platforms.
  ///
  /// It is needed only where a getter reads what changes are announced of by hand: what is ``Observed``, or told to a
  /// ``KeyValueRegistrar``, is found without it.
  public protocol NSKeyValueObservingCustomization: NSObjectProtocol {
    /// The properties whose changes change this one, too.
    ///
    /// - Parameter key: Has the root that the observer named: `\Sub.name` is not equal to `\Base.name`.
    static func keyPathsAffectingValue(for key: AnyKeyPath) -> Set<AnyKeyPath>
    /// Whether changes are announced without being announced by hand. Nothing is but what is ``Observed``: false only
    /// keeps debug builds from noting that the property cannot be observed.
    static func automaticallyNotifiesObservers(for key: AnyKeyPath) -> Bool
  }
#endif
