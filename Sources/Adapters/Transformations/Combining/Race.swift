public import TidingsCore

extension Publisher {
  /// Passes on the updates of whoever updates first, this publisher or another, and gives up the others.
  ///
  ///     nearServer.answers.race(with: farServer.answers)
  ///
  ///     source:  ----- 1 ------- 2 --|
  ///     other:   -- 8 ------ 9 ----------|
  ///     result:  -- 8 ------ 9 ----------|
  ///
  /// Ends with the winner, or when all have ended without an update; one that ends without an update is out of the
  /// race. They are subscribed in this order: when one updates at once, those after it are not subscribed at all. Rx
  /// users know it as `amb`.
  @inlinable
  public func race(with others: any Publisher<Update>...) -> Broadcaster<Update> {
    ([Broadcaster(self)] + others.map { Broadcaster($0) }).raced()
  }
}

extension Sequence where Element: Publisher {
  /// Passes on the updates of the publisher that updates first; see ``Publisher/race(with:)``. Of none it ends at once.
  @inlinable
  public func raced() -> Broadcaster<Element.Update> {
    let publishers = map { Broadcaster($0) }
    guard !publishers.isEmpty else { return .empty }
    return Broadcaster(
      MultiInputOperator<RaceInput<Element.Update>, Element.Update>(
        from: { inputs in inputs.put(.join(0)) },
        remembering: Race(of: publishers.count)
      ) { race, input, output, inputs in
        switch input {
        case .join(let index):
          guard race.isOpen, index < publishers.count else { return }
          race.runners.append(
            inputs.connect(publishers[index], ended: .ended(index)) { .update($0, from: index) })
          // The next joins behind what this one tells at once.
          inputs.put(.join(index + 1))
        case .update(let update, let index):
          for loser in race.update(from: index) { inputs.disconnect(loser) }
          if race.winner == index { output(update) }
        case .ended(let index):
          if race.end(of: index) { output.end() }
        }
      })
  }
}

@usableFromInline
enum RaceInput<Update: Sendable>: Sendable {
  case join(Int)
  case update(Update, from: Int)
  case ended(Int)
}

/// Who runs, and who has won.
@usableFromInline
package struct Race: Sendable {
  /// In the order of joining.
  @usableFromInline package var runners: [Upstreams.Key] = []
  @usableFromInline package private(set) var winner: Int?
  private var remaining: Int

  @usableFromInline
  package init(of count: Int) {
    remaining = count
  }

  @usableFromInline
  package var isOpen: Bool { winner == nil }

  /// An update has come: the first decides the race. Returns those to give up, which are none from then on.
  @usableFromInline
  package mutating func update(from index: Int) -> [Upstreams.Key] {
    guard isOpen else { return [] }
    winner = index
    defer { runners = [] }
    return runners.indices.filter { $0 != index }.map { runners[$0] }
  }

  /// A runner has ended. Returns whether nothing can come any more.
  @usableFromInline
  package mutating func end(of index: Int) -> Bool {
    remaining -= 1
    return winner.map { $0 == index } ?? (remaining == 0)
  }
}
