public import TidingsCore

extension Publisher {
  /// Combines the latest updates of this publisher and another, whenever one of them updates.
  ///
  ///     user.name.combineLatest(user.title).map { name, title in "\(title) \(name)" }
  ///
  ///     source:  1 ---------- 2 -----------------|
  ///     other:   ---- a ------------- b --|
  ///     result:  ---- (1, a)  (2, a)  (2, b) ----|
  ///
  /// The sources are subscribed to from left to right. The first combination is delivered when each source has updated once. Ends
  /// when all have ended, or when one ends without an update. The result for values is a value.
  @_alwaysEmitIntoClient
  public func combineLatest<Other: Publisher>(_ other: Other) -> Broadcaster<(Update, Other.Update)> {
    Broadcaster(remembering: LatestPair<Update, Other.Update>()) {
      [upstream = Broadcaster(self), other = Broadcaster(other)] inputs, output in
      inputs.connect(upstream) { latest, update in
        latest.first = update
        if let pair = latest.all { output(pair) }
      } ended: { latest in
        if latest.first == nil { output.end() }
      }
      inputs.connect(other) { latest, update in
        latest.second = update
        if let pair = latest.all { output(pair) }
      } ended: { latest in
        if latest.second == nil { output.end() }
      }
      inputs.endWithAll()
    }
  }

  /// Combines two publishers and transforms each combination. See ``Publisher/combineLatest(_:)``.
  @_disfavoredOverload @_alwaysEmitIntoClient public func combineLatest<Other: Publisher, Output: Sendable>(
    _ other: Other, transform: @escaping @Sendable (Update, Other.Update) -> Output
  ) -> Broadcaster<Output> {
    combineLatest(other).map { transform($0, $1) }
  }

  /// Combines the latest updates of three publishers. See ``Publisher/combineLatest(_:)``.
  @_alwaysEmitIntoClient public func combineLatest<Second: Publisher, Third: Publisher>(
    _ second: Second, _ third: Third
  ) -> Broadcaster<(Update, Second.Update, Third.Update)> {
    combineLatest(second).combineLatest(third).map { ($0.0, $0.1, $1) }
  }

  /// Combines the latest updates of four publishers. See ``Publisher/combineLatest(_:)``.
  @_alwaysEmitIntoClient public func combineLatest<Second: Publisher, Third: Publisher, Fourth: Publisher>(
    _ second: Second, _ third: Third, _ fourth: Fourth
  ) -> Broadcaster<(Update, Second.Update, Third.Update, Fourth.Update)> {
    combineLatest(second, third).combineLatest(fourth).map { ($0.0, $0.1, $0.2, $1) }
  }

  /// Combines three publishers and transforms each combination. See ``Publisher/combineLatest(_:transform:)``.
  @_disfavoredOverload
  @_alwaysEmitIntoClient public func combineLatest<Second: Publisher, Third: Publisher, Output: Sendable>(
    _ second: Second, _ third: Third, transform: @escaping @Sendable (Update, Second.Update, Third.Update) -> Output
  ) -> Broadcaster<Output> {
    combineLatest(second, third).map { transform($0, $1, $2) }
  }
}

extension Sequence where Element: Publisher {
  /// Combines the latest of all publishers. An empty collection ends immediately. See ``Publisher/combineLatest(_:)``.
  ///
  /// - Complexity: O(*n*) for each update, where *n* is the number of publishers.
  @_disfavoredOverload @_alwaysEmitIntoClient public func combinedLatest() -> Broadcaster<[Element.Update]> {
    let sources = map { Broadcaster($0) }
    guard !sources.isEmpty else { return .empty }
    return Broadcaster(remembering: LatestOfAll<Element.Update>(count: sources.count)) { inputs, output in
      for (place, source) in sources.enumerated() {
        inputs.connect(source) { latest, update in
          _ = latest.replace(place, by: update)
          if let all = latest.all { output(all) }
        } ended: { latest in
          if !latest.isKnown(place) { output.end() }
        }
      }
      inputs.endWithAll()
    }
  }
}

extension ValuePublisher {
  /// Combines this value and another. The result is a value. See ``Publisher/combineLatest(_:)``.
  ///
  ///     let isReady = form.name.combineLatest(form.address) { !$0.isEmpty && !$1.isEmpty }
  ///
  /// Each subscriber receives the current combination first, and then every change. If several threads set the sources, the order
  /// of their changes is decided for each subscription.
  @_alwaysEmitIntoClient
  public func combineLatest<Other: ValuePublisher>(_ other: Other) -> PublishedValue<(Update, Other.Update)> {
    publishedValue.paired(with: other.publishedValue)
  }

  /// Combines two values into a value, which updates when it changes. See ``ValuePublisher/combineLatest(_:)``.
  ///
  /// The closure is also called when the value is read.
  @_disfavoredOverload @_alwaysEmitIntoClient public func combineLatest<Other: ValuePublisher, Output: Sendable>(
    _ other: Other, transform: @escaping @Sendable (Update, Other.Update) -> Output
  ) -> PublishedValue<Output> {
    combineLatest(other).map { transform($0, $1) }
  }

  /// Combines two values and transforms the combination. See ``Publisher/combineLatest(_:transform:)``.
  @_alwaysEmitIntoClient public func combineLatest<Other: ValuePublisher, Output: Sendable & Equatable>(
    _ other: Other, transform: @escaping @Sendable (Update, Other.Update) -> Output
  ) -> PublishedValue<Output> {
    combineLatest(other).map { transform($0, $1) }
  }

  /// Combines three values. See ``Publisher/combineLatest(_:)``.
  @_alwaysEmitIntoClient public func combineLatest<Second: ValuePublisher, Third: ValuePublisher>(
    _ second: Second, _ third: Third
  ) -> PublishedValue<(Update, Second.Update, Third.Update)> {
    combineLatest(second).combineLatest(third).made { ($0.0, $0.1, $1) }
  }

  /// Combines four values. See ``Publisher/combineLatest(_:)``.
  @_alwaysEmitIntoClient
  public func combineLatest<Second: ValuePublisher, Third: ValuePublisher, Fourth: ValuePublisher>(
    _ second: Second, _ third: Third, _ fourth: Fourth
  ) -> PublishedValue<(Update, Second.Update, Third.Update, Fourth.Update)> {
    combineLatest(second, third).combineLatest(fourth).made { ($0.0, $0.1, $0.2, $1) }
  }

  /// Combines three values and transforms the combination. See ``Publisher/combineLatest(_:transform:)``.
  @_disfavoredOverload
  @_alwaysEmitIntoClient public func combineLatest<Second: ValuePublisher, Third: ValuePublisher, Output: Sendable>(
    _ second: Second, _ third: Third, transform: @escaping @Sendable (Update, Second.Update, Third.Update) -> Output
  ) -> PublishedValue<Output> {
    combineLatest(second, third).map { transform($0, $1, $2) }
  }

  /// Combines three values and transforms the combination. See ``Publisher/combineLatest(_:transform:)``.
  @_alwaysEmitIntoClient
  public func combineLatest<Second: ValuePublisher, Third: ValuePublisher, Output: Sendable & Equatable>(
    _ second: Second, _ third: Third, transform: @escaping @Sendable (Update, Second.Update, Third.Update) -> Output
  ) -> PublishedValue<Output> {
    combineLatest(second, third).map { transform($0, $1, $2) }
  }
}

extension PublishedValue {
  @_alwaysEmitIntoClient
  func paired<Other: Sendable>(with other: PublishedValue<Other>) -> PublishedValue<(Value, Other)> {
    let latest = Broadcaster(
      knowing: LatestPair<Value, Other>(),
      from: { inputs in
        inputs.connect(self) { latest, value in .some(exchange(&latest.first, with: value)) }
        inputs.connect(other) { latest, value in .some(exchange(&latest.second, with: value)) }
      })
    return PublishedValue<(Value, Other)>(latest.compactMap { $0.all }) { [read] in (read(), other.read()) }
  }

  /// Returns a derived value that is not compared. It changes whenever this one does.
  @_alwaysEmitIntoClient
  func made<Output: Sendable>(by make: @escaping @Sendable (Value) -> Output) -> PublishedValue<Output> {
    PublishedValue<Output>(Broadcaster(self).map(make)) { [read] in make(read()) }
  }
}

extension Sequence where Element: ValuePublisher {
  /// Combines all values into one. The result for an empty collection is constant. See ``Publisher/combineLatest(_:)``.
  ///
  /// - Complexity: O(*n*) for each update, where *n* is the number of values.
  @_alwaysEmitIntoClient public func combinedLatest() -> PublishedValue<[Element.Update]> {
    let values = map(\.publishedValue)
    guard !values.isEmpty else { return PublishedValue<[Element.Update]>(constant: []) }
    let latest = Broadcaster(
      knowing: LatestOfAll<Element.Update>(count: values.count),
      from: { inputs in
        for (place, value) in values.enumerated() {
          inputs.connect(value) { latest, value in latest.replace(place, by: value) }
        }
      })
    return PublishedValue<[Element.Update]>(latest.compactMap { $0.all }) { values.map { $0.read() } }
  }
}
