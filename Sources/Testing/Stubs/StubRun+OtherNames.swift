// What people ask a run first: the compiler answers with the property here.

extension StubRun {
  /// Whether the run was cancelled.
  @available(*, unavailable, message: "Use 'phase == .cancelled'.")
  public var isCancelled: Bool { phase == .cancelled }
}
