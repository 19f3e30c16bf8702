/// The failure that a `#` stands for where no other is given.
public struct MarbleFailure: Error, Equatable {
  /// The failure.
  public init() {}
}
