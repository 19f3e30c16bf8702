@frozen @usableFromInline struct LatestPair<First: Sendable, Second: Sendable>: Sendable {
  @usableFromInline var first: First?
  @usableFromInline var second: Second?

  @_alwaysEmitIntoClient init() {}

  @_alwaysEmitIntoClient var all: (First, Second)? {
    guard let first, let second else { return nil }
    return (first, second)
  }
}

/// The latest updates of several publishers, or the successes of several tasks.
@frozen @usableFromInline struct LatestOfAll<Update: Sendable>: Sendable {
  /// The known updates until all are known.
  @usableFromInline var some: [Update?]
  @usableFromInline var missing: Int
  @usableFromInline var complete: [Update] = []

  @_alwaysEmitIntoClient init(count: Int) {
    some = Array(repeating: nil, count: count)
    missing = count
  }

  @_alwaysEmitIntoClient var all: [Update]? { missing == 0 ? complete : nil }
  @_alwaysEmitIntoClient func isKnown(_ place: Int) -> Bool { missing == 0 || some[place] != nil }

  @_alwaysEmitIntoClient mutating func replace(_ place: Int, by update: Update) -> Update?? {
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

  #if TIDINGS_THREAD_SANITIZER
    // Writes into a copy. Otherwise, the array is written in place after the last reader has released it. The sanitizer does not
    // see the order of reference counting, and would report a race.
    @_alwaysEmitIntoClient mutating func write(_ update: Update, at place: Int) {
      let delivered = complete
      complete[place] = update
      withExtendedLifetime(delivered) {}
    }
  #else
    @_alwaysEmitIntoClient @inline(__always) mutating func write(_ update: Update, at place: Int) {
      complete[place] = update
    }
  #endif
}
