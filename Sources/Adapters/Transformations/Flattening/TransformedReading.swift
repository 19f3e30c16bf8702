public import TidingsCore

/// The reading of a value inside another value, as for `flatMapLatest`.
///
/// Readings of one outer value share its transformation. The transformation may be costly. It might also return another
/// inner value each time, whose versions could not be compared. No thread waits for a transformation (P7). Threads that
/// read a new outer value at the same time may each call it, and then share the first result.
///
/// The outer value itself is kept only if its version does not report every change.
@usableFromInline
package final class TransformedReading<Outer: Sendable, Value: Sendable>: Sendable {
  private let outer: PublishedValue<Outer>
  private let transform: @Sendable (Outer) -> PublishedValue<Value>
  private let last = Locked(Transformed?.none)

  private struct Transformed: Sendable {
    let version: ValueVersion
    let outer: Outer?
    let inner: PublishedValue<Value>
  }

  @usableFromInline
  package init(of outer: PublishedValue<Outer>, _ transform: @escaping @Sendable (Outer) -> PublishedValue<Value>) {
    self.outer = outer
    self.transform = transform
  }

  @usableFromInline package var value: Value {
    current.inner.value
  }

  @usableFromInline package var version: ValueVersion {
    let current = current
    return .list([current.version, current.inner.version])
  }

  private var current: Transformed {
    let version = outer.version
    let last = last.withLock { $0 }
    let tellsEveryChange = version.tellsEveryChange
    if let last, tellsEveryChange, last.version == version { return last }
    let value = outer.value
    if let last, let known = last.outer, last.version == version, ChangeDetection.dynamic().isSame(known, value) {
      return last
    }
    let new = Transformed(version: version, outer: tellsEveryChange ? nil : value, inner: transform(value))
    // A value that was set during the reading belongs to no version. Code that compares versions reads again.
    guard outer.version == version else { return new }
    return keep(new)
  }

  /// Returns the transformation to share: an earlier one of the same version, or the new one.
  private func keep(_ new: Transformed) -> Transformed {
    let (shared, replaced) = last.withLock { last -> (Transformed, Transformed?) in
      if let last, last.outer == nil, last.version == new.version { return (last, nil) }
      defer { last = new }
      return (new, last)
    }
    withExtendedLifetime(replaced) {}
    return shared
  }
}
