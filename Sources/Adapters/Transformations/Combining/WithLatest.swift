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
  @inlinable
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
  @inlinable
  public func withLatest<Other: Publisher, Output: Sendable>(
    from other: Other, transform: @escaping @Sendable (Update, Other.Update) -> Output
  ) -> Broadcaster<Output> {
    withLatest(from: [other]).map { transform($0, $1[0]) }
  }

  /// Delivers each update with the latest of two others.
  ///
  /// - Parameters:
  ///   - second: The first publisher whose latest update is added.
  ///   - third: The second of these publishers.
  public func withLatest<Second: Publisher, Third: Publisher>(
    from second: Second, _ third: Third
  ) -> Broadcaster<(Update, Second.Update, Third.Update)> {
    erased.withLatest(from: erasing(second, third)).map { [$0] + $1 }.map(taking { ($0, $1, $2) })
  }

  /// Delivers each update with the latest of three others.
  ///
  /// - Parameters:
  ///   - second: The first publisher whose latest update is added.
  ///   - third: The second of these publishers.
  ///   - fourth: The third of these publishers.
  public func withLatest<Second: Publisher, Third: Publisher, Fourth: Publisher>(
    from second: Second, _ third: Third, _ fourth: Fourth
  ) -> Broadcaster<(Update, Second.Update, Third.Update, Fourth.Update)> {
    erased.withLatest(from: erasing(second, third, fourth)).map { [$0] + $1 }.map(taking { ($0, $1, $2, $3) })
  }

  /// Combines each update with the latest updates of two or more publishers.
  ///
  /// - Parameters:
  ///   - second: The first publisher whose latest update is added.
  ///   - third: The second of these publishers.
  ///   - more: More of these publishers.
  ///   - transform: Called for each update and subscriber, on the publishing thread.
  public func withLatest<Second: Publisher, Third: Publisher, each More: Publisher, Output: Sendable>(
    from second: Second, _ third: Third, _ more: repeat each More,
    transform: @escaping @Sendable (Update, Second.Update, Third.Update, repeat (each More).Update) -> Output
  ) -> Broadcaster<Output> {
    erased.withLatest(from: erasing(second, third, repeat each more)).map { [$0] + $1 }.map(taking(transform))
  }

  /// Delivers each update with the latest updates of any number of publishers of one type.
  ///
  /// - Complexity: O(*n*) for each update of this publisher, where *n* is the number of others.
  @inlinable
  public func withLatest<Other: Publisher>(from others: [Other]) -> Broadcaster<(Update, [Other.Update])> {
    Broadcaster(
      MultiInputOperator<SamplingEvent<Update, Other.Update>, (Update, [Other.Update])>(
        from: { [upstream = Broadcaster(self), others = others.map { Broadcaster($0) }] inputs in
          for (place, other) in others.enumerated() {
            inputs.connect(other, ended: .other(.ended(place))) { .other(.update($0, of: place)) }
          }
          inputs.connect(upstream, ended: .ended) { .update($0) }
        }, remembering: Sampling<Update, Other.Update>(count: others.count)
      ) { sampling, event, output, _ in
        if let sample = sampling.take(event) { output(sample) }
        if sampling.isOver { output.end() }
      })
  }
}

@usableFromInline
enum SamplingEvent<Update: Sendable, Other: Sendable>: Sendable {
  case update(Update)
  case ended
  case other(SourceEvent<Other>)
}

/// The latest updates of the others.
@frozen @usableFromInline
struct Sampling<Update: Sendable, Other: Sendable>: Sendable {
  @usableFromInline var latest: LatestOfAll<Other>
  /// The newest update, if it was dropped.
  @usableFromInline var dropped: Update?
  /// Whether the source has ended with a failure, which waits for the others.
  @usableFromInline var isWaiting = false
  @usableFromInline var isOver = false

  @inlinable
  init(count: Int) {
    latest = LatestOfAll(count: count)
  }

  @inlinable
  mutating func take(_ event: SamplingEvent<Update, Other>) -> (Update, [Other])? {
    switch event {
    case .update(let update):
      let all = latest.all
      dropped = all == nil ? update : nil
      return all.map { (update, $0) }
    case .other(.update(let update, of: let place)):
      _ = latest.replace(place, by: update)
      guard isWaiting, let failure = dropped, let all = latest.all else { return nil }
      isOver = true
      return (failure, all)
    case .other(.ended(let place)):
      isOver = isOver || !latest.isKnown(place)
    case .ended:
      isWaiting = latest.all == nil && isFailure(dropped)
      isOver = isOver || !isWaiting
    }
    return nil
  }
}
