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
  @_alwaysEmitIntoClient public func zip<Other: Publisher>(_ other: Other) -> Broadcaster<(Update, Other.Update)> {
    Broadcaster(remembering: ZippingPair<Update, Other.Update>()) {
      [upstream = Broadcaster(self), other = Broadcaster(other)] inputs, output in
      inputs.connect(upstream) { zipping, update in
        guard let partner = zipping.second.popFirst() else { return zipping.first.append(update) }
        output((update, partner))
        if zipping.isOver { output.end() }
      } ended: { zipping in
        zipping.hasFirstEnded = true
        if zipping.isOver { output.end() }
      }
      inputs.connect(other) { zipping, update in
        guard let partner = zipping.first.popFirst() else { return zipping.second.append(update) }
        output((partner, update))
        if zipping.isOver { output.end() }
      } ended: { zipping in
        zipping.hasSecondEnded = true
        if zipping.isOver { output.end() }
      }
    }
  }

  /// Combines the updates of two publishers and transforms each pair. See ``zip(_:)``.
  @_alwaysEmitIntoClient public func zip<Other: Publisher, Output: Sendable>(
    _ other: Other, transform: @escaping @Sendable (Update, Other.Update) -> Output
  ) -> Broadcaster<Output> {
    zip(other).map { transform($0, $1) }
  }

  /// Combines the updates of three publishers. See ``zip(_:)``.
  @_alwaysEmitIntoClient public func zip<Second: Publisher, Third: Publisher>(
    _ second: Second, _ third: Third
  ) -> Broadcaster<(Update, Second.Update, Third.Update)> {
    zip(second).zip(third).map { ($0.0, $0.1, $1) }
  }

  /// Combines the updates of four publishers. See ``zip(_:)``.
  @_alwaysEmitIntoClient public func zip<Second: Publisher, Third: Publisher, Fourth: Publisher>(
    _ second: Second, _ third: Third, _ fourth: Fourth
  ) -> Broadcaster<(Update, Second.Update, Third.Update, Fourth.Update)> {
    zip(second, third).zip(fourth).map { ($0.0, $0.1, $0.2, $1) }
  }

  /// Combines the updates of three publishers and transforms each combination. See ``zip(_:transform:)``.
  @_alwaysEmitIntoClient public func zip<Second: Publisher, Third: Publisher, Output: Sendable>(
    _ second: Second, _ third: Third, transform: @escaping @Sendable (Update, Second.Update, Third.Update) -> Output
  ) -> Broadcaster<Output> {
    zip(second, third).map { transform($0, $1, $2) }
  }
}

extension Sequence where Element: Publisher {
  /// Combines the updates of all publishers. An empty collection ends immediately. See ``Publisher/zip(_:)``.
  ///
  /// - Complexity: O(*n*) for each update, where *n* is the number of publishers.
  @_alwaysEmitIntoClient public func zipped() -> Broadcaster<[Element.Update]> {
    let sources = map { Broadcaster($0) }
    guard !sources.isEmpty else { return .empty }
    return Broadcaster(remembering: Zipping<Element.Update>(count: sources.count)) { inputs, output in
      for (place, source) in sources.enumerated() {
        inputs.connect(source) { zipping, update in
          if let row = zipping.take(update, at: place) { output(row) }
          if zipping.isOver { output.end() }
        } ended: { zipping in
          zipping.hasEnded[place] = true
          if zipping.isOver { output.end() }
        }
      }
    }
  }
}

@frozen @usableFromInline struct ZippingPair<First: Sendable, Second: Sendable>: Sendable {
  @usableFromInline var first = FIFO<First>()
  @usableFromInline var second = FIFO<Second>()
  @usableFromInline var hasFirstEnded = false
  @usableFromInline var hasSecondEnded = false

  @_alwaysEmitIntoClient init() {}
  @_alwaysEmitIntoClient var isOver: Bool { (hasFirstEnded && first.isEmpty) || (hasSecondEnded && second.isEmpty) }
}

@frozen @usableFromInline struct Zipping<Update: Sendable>: Sendable {
  @usableFromInline var waiting: [FIFO<Update>]
  @usableFromInline var hasEnded: [Bool]

  @_alwaysEmitIntoClient init(count: Int) {
    waiting = Array(repeating: FIFO(), count: count)
    hasEnded = Array(repeating: false, count: count)
  }

  @_alwaysEmitIntoClient var isOver: Bool { waiting.indices.contains { hasEnded[$0] && waiting[$0].isEmpty } }

  @_alwaysEmitIntoClient mutating func take(_ update: Update, at place: Int) -> [Update]? {
    waiting[place].append(update)
    guard waiting.allSatisfy({ !$0.isEmpty }) else { return nil }
    return waiting.indices.compactMap { waiting[$0].popFirst() }
  }
}
