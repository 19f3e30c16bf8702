/// Tells whether a new value is the same as the current one, so that nobody need be told.
///
/// Equatable values are compared, other references by identity; anything else counts as different.
@usableFromInline
package struct ChangeDetection<Value: Sendable>: Sendable {
  @usableFromInline package let isSame: @Sendable (Value, Value) -> Bool
  /// The comparison is the standard library's, so it may be made under a lock.
  @usableFromInline package let runsNoUserCode: Bool

  @usableFromInline
  package init(runsNoUserCode: Bool = false, _ isSame: @escaping @Sendable (Value, Value) -> Bool) {
    self.isSame = isSame
    self.runsNoUserCode = runsNoUserCode
  }
}

extension ChangeDetection where Value: Equatable {
  /// For values that the compiler knows to be equatable: nothing is looked up at run time.
  @inlinable
  package static func equatable() -> ChangeDetection {
    ChangeDetection(runsNoUserCode: isOfStandardLibrary) { $0 == $1 }
  }

  /// Decided at compile time where the type is known.
  @inlinable
  static var isOfStandardLibrary: Bool {
    Value.self == Bool.self || Value.self == Int.self || Value.self == Double.self || Value.self == String.self
      || Value.self == UInt.self || Value.self == Float.self
  }
}

extension ChangeDetection {
  /// For generic code: the conformance is looked up at each comparison.
  ///
  /// It must not be remembered: a conformance isolated to the main actor is found there and nowhere else.
  @usableFromInline
  package static func dynamic() -> ChangeDetection {
    ChangeDetection { Self.isSameDynamically($0, $1) }
  }

  private static func isSameDynamically(_ old: Value, _ new: Value) -> Bool {
    if let old = old as? any Equatable { return old.isEqual(to: new) }
    switch (unwrapped(old), unwrapped(new)) {
    case (nil, nil): return true
    case (let old?, let new?): return isSameObject(old, new)
    case (nil, _?), (_?, nil): return false
    }
  }

  private static func isSameObject(_ old: Any, _ new: Any) -> Bool {
    type(of: old) is AnyClass && type(of: new) is AnyClass && old as AnyObject === new as AnyObject
  }

  /// What stands in any optionals around a value.
  private static func unwrapped(_ value: Any) -> Any? {
    guard let optional = value as? any OptionalValue else { return value }
    return optional.wrappedValue.flatMap { unwrapped($0) }
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
