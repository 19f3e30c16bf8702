import TidingsCore

/// Keeps a source that ends by going away, until it is to end.
final class HeldSource<Source: Sendable>: Sendable {
  private let held: Locked<Source?>

  init(_ source: Source) {
    held = Locked(source)
  }

  var source: Source? { held.withLock { $0 } }

  func letGo() {
    let source = held.withLock { source in
      defer { source = nil }
      return source
    }
    withExtendedLifetime(source) {}
  }
}
