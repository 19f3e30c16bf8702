public import TidingsCore

extension ValuePublisher {
  /// Combines this value and another. The result is a value. See ``Publisher/combineLatest(_:)``.
  ///
  ///     let isReady = form.name.combineLatest(form.address) { !$0.isEmpty && !$1.isEmpty }
  ///
  /// Each subscriber receives the current combination first, and then every change. If several threads set the sources, the
  /// order of their changes is decided for each subscription.
  @inlinable
  public func combineLatest<Other: ValuePublisher>(_ other: Other) -> PublishedValue<(Update, Other.Update)> {
    publishedValue.paired(with: other.publishedValue)
  }

  /// Combines two values and transforms the combination. The result is a value, which updates when its value changes.
  @_disfavoredOverload
  @inlinable
  public func combineLatest<Other: ValuePublisher, Output: Sendable>(
    _ other: Other, transform: @escaping @Sendable (Update, Other.Update) -> Output
  ) -> PublishedValue<Output> {
    combineLatest(other).map { transform($0, $1) }
  }

  /// Combines two values and transforms the combination. The result is a value, which updates when its value changes.
  @inlinable
  public func combineLatest<Other: ValuePublisher, Output: Sendable & Equatable>(
    _ other: Other, transform: @escaping @Sendable (Update, Other.Update) -> Output
  ) -> PublishedValue<Output> {
    combineLatest(other).map { transform($0, $1) }
  }

  /// Combines three values. See ``Publisher/combineLatest(_:)``.
  public func combineLatest<Second: ValuePublisher, Third: ValuePublisher>(
    _ second: Second, _ third: Third
  ) -> PublishedValue<(Update, Second.Update, Third.Update)> {
    erasingValues(self, second, third).combinedLatest().made(by: taking { ($0, $1, $2) })
  }

  /// Combines four values. See ``Publisher/combineLatest(_:)``.
  public func combineLatest<Second: ValuePublisher, Third: ValuePublisher, Fourth: ValuePublisher>(
    _ second: Second, _ third: Third, _ fourth: Fourth
  ) -> PublishedValue<(Update, Second.Update, Third.Update, Fourth.Update)> {
    erasingValues(self, second, third, fourth).combinedLatest().made(by: taking { ($0, $1, $2, $3) })
  }

  /// Combines three or more values and transforms the combination.
  @_disfavoredOverload
  public func combineLatest<
    Second: ValuePublisher, Third: ValuePublisher, each More: ValuePublisher, Output: Sendable
  >(
    _ second: Second, _ third: Third, _ more: repeat each More,
    transform: @escaping @Sendable (Update, Second.Update, Third.Update, repeat (each More).Update) -> Output
  ) -> PublishedValue<Output> {
    erasingValues(self, second, third, repeat each more).combinedLatest().map(taking(transform))
  }

  /// Combines three or more values and transforms the combination.
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

  /// Returns a derived value that is not compared. It changes whenever this one does.
  func made<Output: Sendable>(by make: @escaping @Sendable (Value) -> Output) -> PublishedValue<Output> {
    PublishedValue<Output>(deliveries.map(make)) { [read] versions in make(read(&versions)) }
  }
}

extension Sequence where Element: ValuePublisher {
  /// Combines all values into one. The result for an empty collection is constant. See ``Publisher/combineLatest(_:)``.
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
