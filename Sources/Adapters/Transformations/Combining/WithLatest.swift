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
  /// The other is subscribed to first. Updates before its first update are dropped. Ends when this publisher ends, or when the
  /// other ends without an update. A failure of a `Result`, or the result of a task, that this publisher delivers right before
  /// its end waits for the first update of the other. In Rx it is `withLatestFrom`, and in ReactiveSwift `withLatest` or
  /// `sample(with:)`.
  @_alwaysEmitIntoClient
  public func withLatest<Other: Publisher>(from other: Other) -> Broadcaster<(Update, Other.Update)> {
    // `dropped` is the newest update before the first one of the other. It waits for that one if this publisher has ended.
    Broadcaster(remembering: (latest: Other.Update?.none, dropped: Update?.none, isWaiting: false)) {
      [upstream = Broadcaster(self), other = Broadcaster(other)] inputs, output in
      inputs.connect(other) { sampling, update in
        sampling.latest = update
        if sampling.isWaiting, let last = sampling.dropped {
          output((last, update))
          output.end()
        }
        sampling.dropped = nil
      } ended: { sampling in
        if sampling.latest == nil { output.end() }
      }
      inputs.connect(upstream) { sampling, update in
        if let latest = sampling.latest { output((update, latest)) } else { sampling.dropped = update }
      } ended: { sampling in
        sampling.isWaiting = sampling.latest == nil && mustArrive(sampling.dropped)
        if !sampling.isWaiting { output.end() }
      }
    }
  }

  /// Combines each update with the latest update of another publisher. See `withLatest(from:)`.
  ///
  ///     saveButton.taps.withLatest(from: form.contents) { _, contents in contents }
  @_alwaysEmitIntoClient public func withLatest<Other: Publisher, Output: Sendable>(
    from other: Other, transform: @escaping @Sendable (Update, Other.Update) -> Output
  ) -> Broadcaster<Output> {
    withLatest(from: other).map { transform($0, $1) }
  }

  /// Delivers each update with the latest updates of two others. See ``withLatest(from:transform:)``.
  @_alwaysEmitIntoClient public func withLatest<Second: Publisher, Third: Publisher>(
    from second: Second, _ third: Third
  ) -> Broadcaster<(Update, Second.Update, Third.Update)> {
    withLatest(from: Broadcaster(second).combineLatest(third)).map { ($0, $1.0, $1.1) }
  }

  /// Delivers each update with the latest updates of three others. See ``withLatest(from:transform:)``.
  @_alwaysEmitIntoClient public func withLatest<Second: Publisher, Third: Publisher, Fourth: Publisher>(
    from second: Second, _ third: Third, _ fourth: Fourth
  ) -> Broadcaster<(Update, Second.Update, Third.Update, Fourth.Update)> {
    withLatest(from: Broadcaster(second).combineLatest(third, fourth)).map { ($0, $1.0, $1.1, $1.2) }
  }

  /// Combines each update with the latest updates of two others. See ``withLatest(from:transform:)``.
  @_alwaysEmitIntoClient public func withLatest<Second: Publisher, Third: Publisher, Output: Sendable>(
    from second: Second, _ third: Third, transform: @escaping @Sendable (Update, Second.Update, Third.Update) -> Output
  ) -> Broadcaster<Output> {
    withLatest(from: second, third).map { transform($0, $1, $2) }
  }

  /// Delivers each update with the latest updates of any number of publishers of one type.
  ///
  /// - Complexity: O(*n*) for each update of this publisher, where *n* is the number of others.
  @_alwaysEmitIntoClient
  public func withLatest<Other: Publisher>(from others: [Other]) -> Broadcaster<(Update, [Other.Update])> {
    others.isEmpty ? map { ($0, []) } : withLatest(from: others.map { Broadcaster($0) }.combinedLatest())
  }
}
