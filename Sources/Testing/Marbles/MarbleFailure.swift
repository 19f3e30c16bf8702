/// The default failure for `#`.
public struct MarbleFailure: Error, Equatable {
  /// The failure.
  public init() {}
}
