public import TidingsCore

extension ValuePublisher {
  /// Combines the latest values of this publisher and another, without combinations of an old and a new value.
  ///
  ///     let total = order.price.combineLatestConsistently(order.count).map { $0 * $1 }
  ///
  ///     property:       1 --------------- 2 ---------------------|
  ///     combineLatest:  (10, 100) ------- (20, 100) (20, 200) ---|
  ///     consistently:   (10, 100) ------- (20, 200) -------------|
  ///
  /// Values that are derived from one property change together, but their updates are delivered one after the other. Whenever
  /// one of them updates, this operator reads all of them, again if another thread has set one during the reading. It delivers
  /// the combination if it has changed. The last one is always delivered. So transformations of the sources may run more often
  /// than the sources change.
  ///
  /// Equatable elements are compared with `==`, and objects by identity. Any other element counts as changed, so a combination
  /// with one is delivered for each update.
  ///
  /// Ends when all have ended.
  @_alwaysEmitIntoClient
  public func combineLatestConsistently<Other: ValuePublisher>(
    _ other: Other
  ) -> PublishedValue<(Update, Other.Update)> {
    ConsistentReading(of: [erasedValue, other.erasedValue]).combined
      .made { ($0[0] as! Update, $0[1] as! Other.Update) }
  }

  /// Combines the latest values of three publishers. See ``combineLatestConsistently(_:)``.
  @_alwaysEmitIntoClient
  public func combineLatestConsistently<Second: ValuePublisher, Third: ValuePublisher>(
    _ second: Second, _ third: Third
  ) -> PublishedValue<(Update, Second.Update, Third.Update)> {
    ConsistentReading(of: [erasedValue, second.erasedValue, third.erasedValue]).combined
      .made { ($0[0] as! Update, $0[1] as! Second.Update, $0[2] as! Third.Update) }
  }

  /// Combines the latest values of four publishers. See ``combineLatestConsistently(_:)``.
  @_alwaysEmitIntoClient
  public func combineLatestConsistently<Second: ValuePublisher, Third: ValuePublisher, Fourth: ValuePublisher>(
    _ second: Second, _ third: Third, _ fourth: Fourth
  ) -> PublishedValue<(Update, Second.Update, Third.Update, Fourth.Update)> {
    ConsistentReading(of: [erasedValue, second.erasedValue, third.erasedValue, fourth.erasedValue]).combined
      .made { ($0[0] as! Update, $0[1] as! Second.Update, $0[2] as! Third.Update, $0[3] as! Fourth.Update) }
  }
}

extension ValuePublisher {
  /// Returns this value as one of several with different types.
  @_alwaysEmitIntoClient var erasedValue: PublishedValue<any Sendable> { publishedValue.made { $0 } }
}

/// Several values that are read together.
@frozen @usableFromInline
struct ConsistentReading: Sendable {
  @usableFromInline let values: [PublishedValue<any Sendable>]

  @_alwaysEmitIntoClient
  init(of values: [PublishedValue<any Sendable>]) {
    self.values = values
  }

  @_alwaysEmitIntoClient var combined: PublishedValue<[any Sendable]> {
    let isSame = ChangeDetection<any Sendable>.dynamic().isSame
    let known = Broadcaster(
      knowing: [any Sendable](),
      from: { inputs in
        for value in values {
          inputs.connect(
            value,
            reading: {
              var versions = ReadVersions()
              return read(&versions)
            },
            unless: { old, new in old.count == new.count && zip(old, new).allSatisfy(isSame) })
        }
      })
    return PublishedValue<[any Sendable]>(known.filter { !$0.isEmpty }, read: read)
  }

  /// Reads all values, again if one of them has changed by the end of the reading.
  @Sendable
  @_alwaysEmitIntoClient
  func read(_ versions: inout ReadVersions) -> [any Sendable] {
    while true {
      var readVersions = ReadVersions.recording
      let read = values.map { $0.read(&readVersions) }
      guard readVersions.areCurrent else { continue }
      versions.record(readVersions)
      return read
    }
  }
}
