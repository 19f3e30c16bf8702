import TidingsCore

/// A flag that several closures share.
final class SharedFlag: Sendable {
  private let state = Locked(false)

  var value: Bool { state.withLock { $0 } }

  /// Sets it, and returns what it was.
  func exchange(_ new: Bool) -> Bool {
    state.withLock { value in
      defer { value = new }
      return value
    }
  }
}
