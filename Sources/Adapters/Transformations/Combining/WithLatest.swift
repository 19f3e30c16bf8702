public import TidingsCore

extension Publisher {
  /// Delivers each update of this publisher with the latest update of another.
  ///
  ///     saveButton.taps.withLatest(from: form.contents).subscribe { _, contents in store(contents) }
  ///
  ///     source:  1 ------ 2 --------- 3 --|
  ///     other:   --- a -------- b --|
  ///     result:  -------- (2, a) ---- (3, b)|
  ///
  /// The other is subscribed to first. Updates before the first update of the other are dropped. Ends when this
  /// publisher ends, or when the other ends without an update. A failure of a `Result` that this publisher delivers
  /// right before its end waits for the first update of the other. In Rx it is `withLatestFrom`, and in ReactiveSwift
  /// `withLatest` or `sample(with:)`. <doc:FromOtherLibraries> compares.
  @_alwaysEmitIntoClient
  public func withLatest<Other: Publisher>(from other: Other) -> Broadcaster<(Update, Other.Update)> {
    withLatest(from: [other]).map { ($0, $1[0]) }
  }

  /// Combines each update with the latest update of another publisher.
  ///
  ///     saveButton.taps.withLatest(from: form.contents) { _, contents in contents }
  ///
  /// - Parameters:
  ///   - other: The publisher whose latest update is added.
  ///   - transform: Called for each update and subscriber, on the publishing thread.
  @_alwaysEmitIntoClient
  public func withLatest<Other: Publisher, Output: Sendable>(
    from other: Other, transform: @escaping @Sendable (Update, Other.Update) -> Output
  ) -> Broadcaster<Output> {
    withLatest(from: [other]).map { transform($0, $1[0]) }
  }

  /// Delivers each update with the latest updates of two others. See ``withLatest(from:transform:)``.
  @_alwaysEmitIntoClient
  public func withLatest<Second: Publisher, Third: Publisher>(
    from second: Second, _ third: Third
  ) -> Broadcaster<(Update, Second.Update, Third.Update)> {
    withLatest(from: [second.erased, third.erased]).map { ($0, $1[0] as! Second.Update, $1[1] as! Third.Update) }
  }

  /// Delivers each update with the latest updates of three others. See ``withLatest(from:transform:)``.
  @_alwaysEmitIntoClient
  public func withLatest<Second: Publisher, Third: Publisher, Fourth: Publisher>(
    from second: Second, _ third: Third, _ fourth: Fourth
  ) -> Broadcaster<(Update, Second.Update, Third.Update, Fourth.Update)> {
    withLatest(from: [second.erased, third.erased, fourth.erased])
      .map { ($0, $1[0] as! Second.Update, $1[1] as! Third.Update, $1[2] as! Fourth.Update) }
  }

  /// Combines each update with the latest updates of two others. See ``withLatest(from:transform:)``.
  @_alwaysEmitIntoClient
  public func withLatest<Second: Publisher, Third: Publisher, Output: Sendable>(
    from second: Second, _ third: Third, transform: @escaping @Sendable (Update, Second.Update, Third.Update) -> Output
  ) -> Broadcaster<Output> {
    withLatest(from: second, third).map { transform($0, $1, $2) }
  }

  /// Delivers each update with the latest updates of any number of publishers of one type.
  ///
  /// - Complexity: O(*n*) for each update of this publisher, where *n* is the number of others.
  @_alwaysEmitIntoClient
  public func withLatest<Other: Publisher>(from others: [Other]) -> Broadcaster<(Update, [Other.Update])> {
    Broadcaster(remembering: Sampling<Update, Other.Update>(count: others.count)) {
      [upstream = Broadcaster(self), others = others.map { Broadcaster($0) }] inputs, output in
      for (place, other) in others.enumerated() {
        inputs.connect(other) { sampling, update in
          guard let failure = sampling.replace(place, by: update) else { return }
          output(failure)
          output.end()
        } ended: { sampling in
          if !sampling.latest.isKnown(place) { output.end() }
        }
      }
      inputs.connect(upstream) { sampling, update in
        if let sample = sampling.take(update) { output(sample) }
      } ended: { sampling in
        if sampling.end() { output.end() }
      }
    }
  }
}

/// The latest updates of the others.
@frozen @usableFromInline
struct Sampling<Update: Sendable, Other: Sendable>: Sendable {
  @usableFromInline var latest: LatestOfAll<Other>
  /// The newest update, if it was dropped.
  @usableFromInline var dropped: Update?
  /// Whether the source has ended with a failure, which waits for the others.
  @usableFromInline var isWaiting = false

  @_alwaysEmitIntoClient
  init(count: Int) {
    latest = LatestOfAll(count: count)
  }

  @_alwaysEmitIntoClient
  mutating func take(_ update: Update) -> (Update, [Other])? {
    let all = latest.all
    dropped = all == nil ? update : nil
    return all.map { (update, $0) }
  }

  /// Returns the failure that has waited for this update, with which the subscription ends.
  @_alwaysEmitIntoClient
  mutating func replace(_ place: Int, by update: Other) -> (Update, [Other])? {
    _ = latest.replace(place, by: update)
    guard isWaiting, let failure = dropped, let all = latest.all else { return nil }
    return (failure, all)
  }

  /// Returns whether the subscription ends with the source.
  @_alwaysEmitIntoClient
  mutating func end() -> Bool {
    isWaiting = latest.all == nil && isFailure(dropped)
    return !isWaiting
  }
}
