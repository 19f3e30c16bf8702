/// Calls a closure when it is released.
public final class Witness: Sendable {
  private let released: @Sendable () -> Void

  public init(_ released: @escaping @Sendable () -> Void) {
    self.released = released
  }

  deinit { released() }
}
