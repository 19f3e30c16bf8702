public import TidingsCore

extension ValuePublisher {
  /// Combines this value and another as ``ValuePublisher/combineLatest(_:)`` does, and leaves out combinations that never
  /// were.
  ///
  ///     let total = order.price.combineLatestConsistently(order.count).map { $0 * $1 }
  ///
  ///     property:         1 --------------- 2 ---------------------|
  ///     combineLatest:    (10, 100) ------- (20, 100)  (20, 200) --|
  ///     consistently:     (10, 100) ------- (20, 200) -------------|
  ///
  /// Values that are made from one property change together, but are told one after the other. Whenever one of them
  /// updates, this form reads them all, and passes on what it has read if it is not what it passed on before. So it
  /// passes on at most one combination for each change, and always the last; one that has been superseded before its
  /// turn, by what another thread or a subscriber sets, is left out.
  ///
  /// What is read belongs together, also when other threads set meanwhile: then it is read again. Transformations of the
  /// sources run for each reading, so they may run more often than the sources change. A source that is read where nobody
  /// counts its changes, such as an observed object, is taken as it is read. Elements are compared as `==` has
  /// it where they are equatable, by identity where they are other references.
  ///
  /// Ends when all have ended.
  public func combineLatestConsistently<Other: ValuePublisher>(
    _ other: Other
  ) -> PublishedValue<(Update, Other.Update)> {
    ConsistentReading(values: erasingValues(self, other)).combined.made(by: taking { ($0, $1) })
  }

  /// As ``combineLatestConsistently(_:)``, of three sources.
  public func combineLatestConsistently<Second: ValuePublisher, Third: ValuePublisher>(
    _ second: Second, _ third: Third
  ) -> PublishedValue<(Update, Second.Update, Third.Update)> {
    ConsistentReading(values: erasingValues(self, second, third)).combined.made(by: taking { ($0, $1, $2) })
  }

  /// As ``combineLatestConsistently(_:)``, of four sources.
  public func combineLatestConsistently<Second: ValuePublisher, Third: ValuePublisher, Fourth: ValuePublisher>(
    _ second: Second, _ third: Third, _ fourth: Fourth
  ) -> PublishedValue<(Update, Second.Update, Third.Update, Fourth.Update)> {
    ConsistentReading(values: erasingValues(self, second, third, fourth)).combined.made(by: taking { ($0, $1, $2, $3) })
  }

  /// As ``combineLatestConsistently(_:)``, of five sources.
  public func combineLatestConsistently<
    Second: ValuePublisher, Third: ValuePublisher, Fourth: ValuePublisher, Fifth: ValuePublisher
  >(
    _ second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth
  ) -> PublishedValue<(Update, Second.Update, Third.Update, Fourth.Update, Fifth.Update)> {
    ConsistentReading(values: erasingValues(self, second, third, fourth, fifth)).combined.made(
      by: taking { ($0, $1, $2, $3, $4) })
  }

  /// As ``combineLatestConsistently(_:)``, of six sources.
  public func combineLatestConsistently<
    Second: ValuePublisher, Third: ValuePublisher, Fourth: ValuePublisher, Fifth: ValuePublisher, Sixth: ValuePublisher
  >(
    _ second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth, _ sixth: Sixth
  ) -> PublishedValue<(Update, Second.Update, Third.Update, Fourth.Update, Fifth.Update, Sixth.Update)> {
    ConsistentReading(values: erasingValues(self, second, third, fourth, fifth, sixth)).combined.made(
      by: taking { ($0, $1, $2, $3, $4, $5) })
  }

  /// As ``combineLatestConsistently(_:)``, of seven sources.
  public func combineLatestConsistently<
    Second: ValuePublisher, Third: ValuePublisher, Fourth: ValuePublisher, Fifth: ValuePublisher, Sixth: ValuePublisher,
    Seventh: ValuePublisher
  >(
    _ second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth, _ sixth: Sixth, _ seventh: Seventh
  ) -> PublishedValue<(Update, Second.Update, Third.Update, Fourth.Update, Fifth.Update, Sixth.Update, Seventh.Update)>
  {
    ConsistentReading(values: erasingValues(self, second, third, fourth, fifth, sixth, seventh)).combined.made(
      by: taking { ($0, $1, $2, $3, $4, $5, $6) })
  }

  /// As ``combineLatestConsistently(_:)``, of eight sources.
  public func combineLatestConsistently<
    Second: ValuePublisher, Third: ValuePublisher, Fourth: ValuePublisher, Fifth: ValuePublisher, Sixth: ValuePublisher,
    Seventh: ValuePublisher, Eighth: ValuePublisher
  >(
    _ second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth, _ sixth: Sixth, _ seventh: Seventh,
    _ eighth: Eighth
  ) -> PublishedValue<
    (Update, Second.Update, Third.Update, Fourth.Update, Fifth.Update, Sixth.Update, Seventh.Update, Eighth.Update)
  > {
    ConsistentReading(values: erasingValues(self, second, third, fourth, fifth, sixth, seventh, eighth)).combined.made(
      by: taking { ($0, $1, $2, $3, $4, $5, $6, $7) })
  }
}

/// Several values, read as what they are at one time.
private struct ConsistentReading: Sendable {
  let values: [PublishedValue<any Sendable>]

  var combined: PublishedValue<[any Sendable]> {
    PublishedValue<[any Sendable]>(
      knowing: [any Sendable](),
      from: { inputs in
        for value in values { inputs.connect(value, reading: read, unless: isSame) }
      }, read: read, version: { version },
      Stage { known, emit in if !known.isEmpty { emit(known) } })
  }

  /// Nothing that they are made from has changed while they were read.
  @Sendable
  private func read() -> [any Sendable] {
    while true {
      let before = version
      let read = values.map(\.value)
      if version == before { return read }
    }
  }

  private var version: ValueVersion {
    .list(values.map(\.version))
  }

  @Sendable
  private func isSame(_ old: [any Sendable], _ new: [any Sendable]) -> Bool {
    old.count == new.count && zip(old, new).allSatisfy(ChangeDetection<any Sendable>.dynamic().isSame)
  }
}
