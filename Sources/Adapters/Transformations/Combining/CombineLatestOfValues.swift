public import TidingsCore

extension ValuePublisher {
  /// As ``Publisher/combineLatest(_:)``; the result is a value.
  ///
  ///     let isReady = form.name.combineLatest(form.address) { !$0.isEmpty && !$1.isEmpty }
  ///
  /// Each subscriber gets the current combination first, then every change. How changes of several sources follow one
  /// another when several threads set is a matter of each subscription.
  @inlinable
  public func combineLatest<Other: ValuePublisher>(_ other: Other) -> PublishedValue<(Update, Other.Update)> {
    publishedValue.paired(with: other.publishedValue)
  }

  /// As ``Publisher/combineLatest(_:transform:)``; the result is a value, and updates only when what the combination
  /// is transformed to changes.
  @_disfavoredOverload
  @inlinable
  public func combineLatest<Other: ValuePublisher, Output: Sendable>(
    _ other: Other, transform: @escaping @Sendable (Update, Other.Update) -> Output
  ) -> PublishedValue<Output> {
    combineLatest(other).map { transform($0, $1) }
  }

  /// As ``Publisher/combineLatest(_:transform:)``; the result is a value, and updates only when what the combination
  /// is transformed to changes.
  @inlinable
  public func combineLatest<Other: ValuePublisher, Output: Sendable & Equatable>(
    _ other: Other, transform: @escaping @Sendable (Update, Other.Update) -> Output
  ) -> PublishedValue<Output> {
    combineLatest(other).map { transform($0, $1) }
  }

  /// Combines three values; see ``Publisher/combineLatest(_:)``.
  public func combineLatest<Second: ValuePublisher, Third: ValuePublisher>(
    _ second: Second, _ third: Third
  ) -> PublishedValue<(Update, Second.Update, Third.Update)> {
    erasingValues(self, second, third).combinedLatest().made(by: taking { ($0, $1, $2) })
  }

  /// Combines four values; see ``Publisher/combineLatest(_:)``.
  public func combineLatest<Second: ValuePublisher, Third: ValuePublisher, Fourth: ValuePublisher>(
    _ second: Second, _ third: Third, _ fourth: Fourth
  ) -> PublishedValue<(Update, Second.Update, Third.Update, Fourth.Update)> {
    erasingValues(self, second, third, fourth).combinedLatest().made(by: taking { ($0, $1, $2, $3) })
  }

  /// As ``Publisher/combineLatest(_:transform:)``, of three or more.
  @_disfavoredOverload
  public func combineLatest<
    Second: ValuePublisher, Third: ValuePublisher, each More: ValuePublisher, Output: Sendable
  >(
    _ second: Second, _ third: Third, _ more: repeat each More,
    transform: @escaping @Sendable (Update, Second.Update, Third.Update, repeat (each More).Update) -> Output
  ) -> PublishedValue<Output> {
    erasingValues(self, second, third, repeat each more).combinedLatest().map(taking(transform))
  }

  /// As ``Publisher/combineLatest(_:transform:)``, of three or more.
  public func combineLatest<
    Second: ValuePublisher, Third: ValuePublisher, each More: ValuePublisher, Output: Sendable & Equatable
  >(
    _ second: Second, _ third: Third, _ more: repeat each More,
    transform: @escaping @Sendable (Update, Second.Update, Third.Update, repeat (each More).Update) -> Output
  ) -> PublishedValue<Output> {
    erasingValues(self, second, third, repeat each more).combinedLatest().map(taking(transform))
  }
}

extension PublishedValue {
  @inlinable
  func paired<Other: Sendable>(with other: PublishedValue<Other>) -> PublishedValue<(Value, Other)> {
    let latest = Broadcaster(
      knowing: LatestPair<Value, Other>(),
      from: { inputs in
        inputs.connect(self) { latest, value in latest.replaceFirst(by: value) }
        inputs.connect(other) { latest, value in latest.replaceSecond(by: value) }
      })
    return PublishedValue<(Value, Other)>(latest.compactMap { $0.all }) { [read] versions in
      (read(&versions), other.read(&versions))
    }
  }

  /// This value made into another, which is not compared: it differs whenever this one does.
  func made<Output: Sendable>(by make: @escaping @Sendable (Value) -> Output) -> PublishedValue<Output> {
    PublishedValue<Output>(deliveries.map(make)) { [read] versions in make(read(&versions)) }
  }
}

extension Sequence where Element: ValuePublisher {
  /// Combines all values into one; see ``Publisher/combineLatest(_:)``. Of none it is a constant.
  @inlinable
  public func combinedLatest() -> PublishedValue<[Element.Update]> {
    let values = map(\.publishedValue)
    guard !values.isEmpty else { return PublishedValue<[Element.Update]>(constant: []) }
    let latest = Broadcaster(
      knowing: LatestOfAll<Element.Update>(count: values.count),
      from: { inputs in
        for (place, value) in values.enumerated() {
          inputs.connect(value) { latest, value in latest.replace(place, by: value) }
        }
      })
    return PublishedValue<[Element.Update]>(latest.compactMap { $0.all }) { versions in
      values.map { $0.read(&versions) }
    }
  }
}
