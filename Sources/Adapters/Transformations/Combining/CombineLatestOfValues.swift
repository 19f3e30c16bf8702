public import TidingsCore

extension PublishedValue {
  /// As ``Publisher/combineLatest(_:)``; the result is a value.
  ///
  ///     let isReady = form.name.combineLatest(form.address) { !$0.isEmpty && !$1.isEmpty }
  ///
  /// Each subscriber gets the current combination first, then every change. How changes of several sources follow one
  /// another when several threads set is a matter of each subscription.
  @inlinable
  public func combineLatest<Other: Sendable>(_ other: PublishedValue<Other>) -> PublishedValue<(Value, Other)> {
    PublishedValue<(Value, Other)>(
      knowing: LatestPair<Value, Other>(),
      from: { inlets in
        inlets.connect(self) { latest, value in latest.replaceFirst(by: value) }
        inlets.connect(other) { latest, value in latest.replaceSecond(by: value) }
      }, read: { (value, other.value) }, version: { .list([version, other.version]) },
      Stage { latest, emit in if let pair = latest.all { emit(pair) } })
  }

  /// As ``Publisher/combineLatest(_:transform:)``; the result is a value, and updates only when what the combination
  /// is transformed to changes.
  @inlinable
  public func combineLatest<Other: Sendable, Output: Sendable>(
    _ other: PublishedValue<Other>, transform: @escaping @Sendable (Value, Other) -> Output
  ) -> PublishedValue<Output> {
    combineLatest(other).map { transform($0, $1) }
  }

  /// As ``Publisher/combineLatest(_:transform:)``; the result is a value, and updates only when what the combination
  /// is transformed to changes.
  @inlinable
  public func combineLatest<Other: Sendable, Output: Sendable & Equatable>(
    _ other: PublishedValue<Other>, transform: @escaping @Sendable (Value, Other) -> Output
  ) -> PublishedValue<Output> {
    combineLatest(other).map { transform($0, $1) }
  }

  /// As ``Publisher/combineLatest(_:transform:)``, of three or more.
  public func combineLatest<Second: Sendable, Third: Sendable, each More: Sendable, Output: Sendable>(
    _ second: PublishedValue<Second>, _ third: PublishedValue<Third>, _ more: repeat PublishedValue<each More>,
    transform: @escaping @Sendable (Value, Second, Third, repeat each More) -> Output
  ) -> PublishedValue<Output> {
    erasing(self, second, third, repeat each more).combinedLatest().map(taking(transform))
  }

  /// As ``Publisher/combineLatest(_:transform:)``, of three or more.
  public func combineLatest<Second: Sendable, Third: Sendable, each More: Sendable, Output: Sendable & Equatable>(
    _ second: PublishedValue<Second>, _ third: PublishedValue<Third>, _ more: repeat PublishedValue<each More>,
    transform: @escaping @Sendable (Value, Second, Third, repeat each More) -> Output
  ) -> PublishedValue<Output> {
    erasing(self, second, third, repeat each more).combinedLatest().map(taking(transform))
  }

  /// This value made into another, which is not compared: it differs whenever this one does.
  func made<Output: Sendable>(by make: @escaping @Sendable (Value) -> Output) -> PublishedValue<Output> {
    let stage = Stage<Value, Output> { value, emit in emit(make(value)) }
    return PublishedValue<Output>(stage.attached(to: attachment), version: { version }) { make(value) }
  }
}

extension Sequence {
  /// Combines all values into one; see ``Publisher/combineLatest(_:)``. Of none it is a constant.
  @inlinable
  public func combinedLatest<Value: Sendable>() -> PublishedValue<[Value]> where Element == PublishedValue<Value> {
    let values = Array(self)
    guard !values.isEmpty else { return PublishedValue<[Value]>(constant: []) }
    return PublishedValue<[Value]>(
      knowing: LatestOfAll<Value>(count: values.count),
      from: { inlets in
        for (place, value) in values.enumerated() {
          inlets.connect(value) { latest, value in latest.replace(place, by: value) }
        }
      }, read: { values.map(\.value) }, version: { .list(values.map(\.version)) },
      Stage { latest, emit in if let all = latest.all { emit(all) } })
  }
}
