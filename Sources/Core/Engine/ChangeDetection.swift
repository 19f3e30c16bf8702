/// A comparison that determines whether a new value counts as a change.
///
/// Equatable values are compared with `==`, and other references by identity. Any other value counts as a change.
@usableFromInline
package struct ChangeDetection<Value: Sendable>: Sendable {
  @usableFromInline package let isSame: @Sendable (Value, Value) -> Bool
  /// Whether the comparison is the standard library's, so that it can run under a lock.
  @usableFromInline package let runsNoUserCode: Bool

  @usableFromInline
  package init(runsNoUserCode: Bool = false, _ isSame: @escaping @Sendable (Value, Value) -> Bool) {
    self.isSame = isSame
    self.runsNoUserCode = runsNoUserCode
  }
}

extension ChangeDetection where Value: Equatable {
  /// Returns the comparison of a type that is known to be equatable at compile time.
  @inlinable
  package static func equatable() -> ChangeDetection {
    ChangeDetection(runsNoUserCode: isOfStandardLibrary) { $0 == $1 }
  }

  /// Evaluated at compile time if the type is known.
  @inlinable
  static var isOfStandardLibrary: Bool {
    Value.self == Bool.self || Value.self == Int.self || Value.self == Double.self || Value.self == String.self
      || Value.self == UInt.self || Value.self == Float.self
  }
}

extension ChangeDetection {
  /// Returns a comparison for generic code, which looks up the conformance each time.
  ///
  /// The conformance must not be cached, because one that is isolated to the main actor is only found there.
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

  /// Returns the value inside any number of optionals.
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
