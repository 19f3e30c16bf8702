extension Hub {
  @inlinable package var value: Update { reading.value }

  @inlinable var reading: (value: Update, version: UInt) {
    withLock {
      guard let value = state.latest else { preconditionFailure("This hub was made without a value") }
      return (value, state.version)
    }
  }

  @inlinable package func set(_ value: Update, in run: RunID, changeDetection: ChangeDetection<Update>) {
    guard changeDetection.runsNoUserCode else { return write(in: run, isSame: changeDetection.isSame) { $0 = value } }
    var displaced: Update?
    let rest: Remainder = withLock {
      guard !changeDetection.isSame(state.latest!, value), isOpen(to: run) else { return .nothing }
      displaced = state.keep(value)
      return accept(value)
    }
    proceed(rest, with: value)
    withExtendedLifetime(displaced) {}
  }

  /// Changes the value in one step, unless the closure refuses by returning nil.
  ///
  /// - Parameter change: Called under the lock, so it must run no user code. Returns what it has replaced.
  @inlinable package func modify<Replaced: Sendable>(in run: RunID, _ change: (inout Update) -> Replaced?) {
    var replaced: Replaced?
    var value: Update?
    let rest: Remainder = withLock {
      guard isOpen(to: run), state.latest != nil else { return .nothing }
      replaced = change(&state.latest!)
      guard replaced != nil else { return .nothing }
      state.version &+= 1
      value = state.latest
      return accept(value!)
    }
    if let value { proceed(rest, with: value) }
    withExtendedLifetime(replaced) {}
  }

  /// Replaces the value by one that is read elsewhere, unless `isSame` finds no difference.
  ///
  /// Both closures run without the lock and may write this value. If another write came between, also one without a difference,
  /// the value is read again. So the final value was read after every change.
  @inlinable package func refresh(in run: RunID, unless isSame: (Update, Update) -> Bool, _ read: () -> Update) {
    while true {
      let former = reading
      let value = read()
      if commit(isSame(former.value, value) ? nil : value, after: former.version, in: run) { return }
    }
  }

  /// Replaces the value by the result of `change`, unless `isSame` finds no difference.
  ///
  /// User code runs without the lock. If another write came between, it runs again on the newer value. A closure that changes
  /// the value itself at each call would never succeed, so the attempts are limited.
  @inlinable package func write<Result>(
    in run: RunID, isSame: (Update, Update) -> Bool, _ change: (inout Update) throws -> Result
  ) rethrows -> Result {
    for _ in 0..<100_000 {
      let former = reading
      var value = former.value
      let result = try change(&value)
      if isSame(former.value, value) || commit(value, after: former.version, in: run) { return result }
    }
    failWriting()
  }

  /// Returns false if there was another write since the version. With nil, only counts a write.
  @inlinable func commit(_ value: Update?, after version: UInt, in run: RunID) -> Bool {
    var displaced: Update?
    let (isCommitted, rest): (Bool, Remainder) = withLock {
      guard isOpen(to: run) else { return (true, .nothing) }
      guard state.version == version else { return (false, .nothing) }
      guard let value else {
        state.version &+= 1
        return (true, .nothing)
      }
      displaced = state.keep(value)
      return (true, accept(value))
    }
    if let value { proceed(rest, with: value) }
    withExtendedLifetime(displaced) {}
    return isCommitted
  }

  /// Not a precondition, because optimised builds drop its message.
  @usableFromInline func failWriting() -> Never {
    fatalError(
      """
      A PublishedProperty was written during each of 100,000 attempts to set or change it: from inside its own mutate \
      closure or its '==', or by other threads in less time than these take. In a mutate closure, change only its argument, \
      and compute the new value before.
      """)
  }
}

/// A comparison that determines whether a new value counts as a change (V3).
@usableFromInline package struct ChangeDetection<Value: Sendable>: Sendable {
  @usableFromInline package let isSame: @Sendable (Value, Value) -> Bool
  /// Whether the comparison is the standard library's, so that it can run under a lock.
  @usableFromInline package let runsNoUserCode: Bool

  @usableFromInline package init(runsNoUserCode: Bool = false, _ isSame: @escaping @Sendable (Value, Value) -> Bool) {
    self.isSame = isSame
    self.runsNoUserCode = runsNoUserCode
  }
}

extension ChangeDetection where Value: Equatable {
  @inlinable package static func equatable() -> ChangeDetection {
    ChangeDetection(runsNoUserCode: isOfStandardLibrary) { $0 == $1 }
  }

  /// Evaluated at compile time if the type is known.
  @inlinable static var isOfStandardLibrary: Bool {
    Value.self == Bool.self || Value.self == Int.self || Value.self == Double.self || Value.self == String.self
      || Value.self == UInt.self || Value.self == Float.self
  }
}

extension ChangeDetection {
  /// The conformance must not be cached, because one that is isolated to the main actor is only found there.
  @usableFromInline package static func dynamic() -> ChangeDetection {
    ChangeDetection { old, new in
      if let old = old as? any Equatable { return old.isEqual(to: new) }
      return Self.isSameReference(old, new)
    }
  }

  /// Compares references, and nil in any number of optionals around them, level by level.
  private static func isSameReference(_ old: Any, _ new: Any) -> Bool {
    guard let outer = old as? any OptionalValue, let newOuter = new as? any OptionalValue else {
      return type(of: old) is AnyClass && type(of: new) is AnyClass && old as AnyObject === new as AnyObject
    }
    switch (outer.wrappedValue, newOuter.wrappedValue) {
    case (nil, nil): return true
    case (let old?, let new?): return isSameReference(old, new)
    case (nil, _?), (_?, nil): return false
    }
  }
}

extension Equatable {
  fileprivate func isEqual(to other: Any) -> Bool {
    guard let other = other as? Self else { return false }
    return self == other
  }
}

private protocol OptionalValue {
  var wrappedValue: Any? { get }
}

extension Optional: OptionalValue {
  fileprivate var wrappedValue: Any? { self }
}
