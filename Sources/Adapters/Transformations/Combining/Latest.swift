/// The latest updates of two publishers.
@frozen @usableFromInline
struct LatestPair<First: Sendable, Second: Sendable>: Sendable {
  @usableFromInline var first: First?
  @usableFromInline var second: Second?

  @inlinable
  init() {}

  /// Both updates; nil until both are known.
  @inlinable var all: (First, Second)? {
    guard let first, let second else { return nil }
    return (first, second)
  }

  /// Returns the replaced update.
  @inlinable
  mutating func replaceFirst(by update: First) -> First?? {
    defer { first = update }
    return .some(first)
  }

  /// Returns the replaced update.
  @inlinable
  mutating func replaceSecond(by update: Second) -> Second?? {
    defer { second = update }
    return .some(second)
  }
}

/// The latest updates of several publishers of one type.
@frozen @usableFromInline
struct LatestOfAll<Update: Sendable>: Sendable {
  /// The known updates until all are known.
  @usableFromInline var some: [Update?]
  @usableFromInline var missing: Int
  /// All updates from then on.
  @usableFromInline var complete: [Update] = []

  @inlinable
  init(count: Int) {
    some = Array(repeating: nil, count: count)
    missing = count
  }

  /// All updates; nil until all are known.
  @inlinable var all: [Update]? { missing == 0 ? complete : nil }

  @inlinable
  func isKnown(_ place: Int) -> Bool {
    missing == 0 || some[place] != nil
  }

  /// Returns the replaced update.
  @inlinable
  mutating func replace(_ place: Int, by update: Update) -> Update?? {
    guard missing > 0 else {
      let previous = complete[place]
      write(update, at: place)
      return .some(previous)
    }
    let previous = some[place]
    some[place] = update
    if previous == nil { missing -= 1 }
    if missing == 0 {
      complete = some.compactMap { $0 }
      some = []
    }
    return .some(previous)
  }
}

extension LatestOfAll {
  #if TIDINGS_THREAD_SANITIZER
    /// Writes into a copy.
    ///
    /// Else the array is written in place as soon as the last reader has let go of it. That release is a matter of counted
    /// references, which the sanitizer does not see: it would report the read and the write as a race.
    @inlinable
    mutating func write(_ update: Update, at place: Int) {
      let delivered = complete
      complete[place] = update
      withExtendedLifetime(delivered) {}
    }
  #else
    @inlinable
    @inline(__always)
    mutating func write(_ update: Update, at place: Int) {
      complete[place] = update
    }
  #endif
}
