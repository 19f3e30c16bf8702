public import Testing

extension ExitTest.Result? {
  /// The standard error of the process of an exit test.
  public var message: String { String(decoding: self?.standardErrorContent ?? [], as: UTF8.self) }
}
