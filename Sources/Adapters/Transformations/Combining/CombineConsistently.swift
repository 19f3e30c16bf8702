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
}

/// Several values that are read as they are at one time.
private struct ConsistentReading: Sendable {
  let values: [PublishedValue<any Sendable>]

  var combined: PublishedValue<[any Sendable]> {
    let known = Broadcaster(
      knowing: [any Sendable](),
      from: { inputs in
        for value in values { inputs.connect(value, reading: read, unless: isSame) }
      })
    return PublishedValue<[any Sendable]>(known.filter { !$0.isEmpty }, read: read)
  }

  @Sendable
  private func read() -> [any Sendable] {
    var versions = ReadVersions()
    return read(&versions)
  }

  /// Reads all values, again if one of them has changed by the end of the reading.
  @Sendable
  private func read(_ versions: inout ReadVersions) -> [any Sendable] {
    while true {
      var readVersions = ReadVersions.recording
      let read = values.map { $0.read(&readVersions) }
      guard readVersions.areCurrent else { continue }
      versions.record(readVersions)
      return read
    }
  }

  @Sendable
  private func isSame(_ old: [any Sendable], _ new: [any Sendable]) -> Bool {
    old.count == new.count && zip(old, new).allSatisfy(ChangeDetection<any Sendable>.dynamic().isSame)
  }
}
