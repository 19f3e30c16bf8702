public import TidingsCore

extension Publisher {
  /// Combines the first updates of this publisher and another, then the second ones, and so on.
  ///
  ///     questions.zip(answers).subscribe { question, answer in … }
  ///
  ///     source:  1 --- 2 -------- 3 -----------|
  ///     other:   -------- a ---------- b ---|
  ///     result:  -------- (1, a) ----- (2, b)|
  ///
  /// Ends when a source has ended and all its updates are combined. Pending updates are kept for each subscription, without a
  /// limit. The result for values is a broadcaster, because a combination need not be current.
  @inlinable
  public func zip<Other: Publisher>(_ other: Other) -> Broadcaster<(Update, Other.Update)> {
    Broadcaster(
      MultiInputOperator<EitherEvent<Update, Other.Update>, (Update, Other.Update)>(
        from: { [upstream = Broadcaster(self), other = Broadcaster(other)] inputs in
          inputs.connect(upstream, ended: .firstEnded) { .first($0) }
          inputs.connect(other, ended: .secondEnded) { .second($0) }
        }, remembering: ZippingPair<Update, Other.Update>()
      ) { zipping, event, output, _ in
        if let pair = zipping.take(event) { output(pair) }
        if zipping.isOver { output.end() }
      })
  }

  /// Combines the updates of two publishers and transforms each pair. See ``zip(_:)``.
  ///
  /// - Parameters:
  ///   - other: The second publisher.
  ///   - transform: Called for each pair and subscriber, on the publishing thread.
  @inlinable
  public func zip<Other: Publisher, Output: Sendable>(
    _ other: Other, transform: @escaping @Sendable (Update, Other.Update) -> Output
  ) -> Broadcaster<Output> {
    zip(other).map { transform($0, $1) }
  }

  /// Combines the updates of three publishers. See ``zip(_:)``.
  ///
  /// - Parameters:
  ///   - second: The second publisher.
  ///   - third: The third publisher.
  public func zip<Second: Publisher, Third: Publisher>(
    _ second: Second, _ third: Third
  ) -> Broadcaster<(Update, Second.Update, Third.Update)> {
    erasing(self, second, third).zipped().map(taking { ($0, $1, $2) })
  }

  /// Combines the updates of four publishers. See ``zip(_:)``.
  ///
  /// - Parameters:
  ///   - second: The second publisher.
  ///   - third: The third publisher.
  ///   - fourth: The fourth publisher.
  public func zip<Second: Publisher, Third: Publisher, Fourth: Publisher>(
    _ second: Second, _ third: Third, _ fourth: Fourth
  ) -> Broadcaster<(Update, Second.Update, Third.Update, Fourth.Update)> {
    erasing(self, second, third, fourth).zipped().map(taking { ($0, $1, $2, $3) })
  }

  /// Combines the updates of three or more publishers and transforms each combination. See ``zip(_:transform:)``.
  ///
  /// - Parameters:
  ///   - second: The second publisher.
  ///   - third: The third publisher.
  ///   - more: More publishers.
  ///   - transform: Called for each combination and subscriber, on the publishing thread.
  public func zip<Second: Publisher, Third: Publisher, each More: Publisher, Output: Sendable>(
    _ second: Second, _ third: Third, _ more: repeat each More,
    transform: @escaping @Sendable (Update, Second.Update, Third.Update, repeat (each More).Update) -> Output
  ) -> Broadcaster<Output> {
    erasing(self, second, third, repeat each more).zipped().map(taking(transform))
  }
}

extension Sequence where Element: Publisher {
  /// Combines the first updates of all publishers, then the second ones, and so on. An empty collection ends immediately.
  ///
  /// See ``Publisher/zip(_:)``.
  ///
  /// - Complexity: O(*n*) for each update, where *n* is the number of publishers.
  @inlinable
  public func zipped() -> Broadcaster<[Element.Update]> {
    let sources = map { Broadcaster($0) }
    guard !sources.isEmpty else { return .empty }
    return Broadcaster(
      MultiInputOperator<SourceEvent<Element.Update>, [Element.Update]>(
        from: { inputs in inputs.connect(all: sources) },
        remembering: Zipping<Element.Update>(count: sources.count)
      ) { zipping, event, output, _ in
        if let row = zipping.take(event) { output(row) }
        if zipping.isOver { output.end() }
      })
  }
}

/// The pending updates of two sources.
@frozen @usableFromInline
struct ZippingPair<First: Sendable, Second: Sendable>: Sendable {
  @usableFromInline var first = FIFO<First>()
  @usableFromInline var second = FIFO<Second>()
  @usableFromInline var hasFirstEnded = false
  @usableFromInline var hasSecondEnded = false

  @inlinable
  init() {}

  @inlinable var isOver: Bool {
    (hasFirstEnded && first.isEmpty) || (hasSecondEnded && second.isEmpty)
  }

  /// Returns a pair if it is complete.
  @inlinable
  mutating func take(_ event: EitherEvent<First, Second>) -> (First, Second)? {
    switch event {
    case .first(let update):
      if let partner = second.popFirst() { return (update, partner) }
      first.append(update)
    case .second(let update):
      if let partner = first.popFirst() { return (partner, update) }
      second.append(update)
    case .firstEnded:
      hasFirstEnded = true
    case .secondEnded:
      hasSecondEnded = true
    }
    return nil
  }
}

/// The pending updates of any number of sources.
@frozen @usableFromInline
struct Zipping<Update: Sendable>: Sendable {
  @usableFromInline var waiting: [FIFO<Update>]
  @usableFromInline var hasEnded: [Bool]
  @usableFromInline var isOver = false

  @inlinable
  init(count: Int) {
    waiting = Array(repeating: FIFO(), count: count)
    hasEnded = Array(repeating: false, count: count)
  }

  /// Returns a row if it is complete.
  @inlinable
  mutating func take(_ event: SourceEvent<Update>) -> [Update]? {
    var row: [Update]?
    switch event {
    case .update(let update, of: let place):
      waiting[place].append(update)
      if waiting.allSatisfy({ !$0.isEmpty }) { row = waiting.indices.compactMap { waiting[$0].popFirst() } }
    case .ended(let place):
      hasEnded[place] = true
    }
    isOver = waiting.indices.contains { hasEnded[$0] && waiting[$0].isEmpty }
    return row
  }
}
