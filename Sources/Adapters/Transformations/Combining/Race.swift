public import TidingsCore

extension Publisher {
  /// Delivers the updates of the publisher that updates first, and cancels the others.
  ///
  ///     nearServer.answers.race(with: farServer.answers)
  ///
  ///     source:  ----- 1 ------- 2 --|
  ///     other:   -- 8 ------ 9 ----------|
  ///     result:  -- 8 ------ 9 ----------|
  ///
  /// Ends when the winner ends, or when all have ended without an update. They are subscribed to in this order, up to one that
  /// updates during its subscription. In Rx it is `amb`, where a publisher that ends without an update can win.
  @_alwaysEmitIntoClient public func race(with others: any Publisher<Update>...) -> Broadcaster<Update> {
    ([Broadcaster(self)] + others.map { Broadcaster($0) }).raced()
  }
}

extension Sequence where Element: Publisher {
  /// Delivers the updates of the publisher that updates first. An empty collection ends immediately.
  ///
  /// See ``Publisher/race(with:)``.
  @_alwaysEmitIntoClient public func raced() -> Broadcaster<Element.Update> {
    let publishers = map { Broadcaster($0) }
    guard !publishers.isEmpty else { return .empty }
    return Broadcaster(remembering: Race(of: publishers.count)) { inputs, output in
      // Each is subscribed to after the updates that the previous one delivers immediately.
      @Sendable func join(_ index: Int) {
        inputs.put { race in
          guard race.isOpen, index < publishers.count else { return }
          let runner = inputs.connect(publishers[index]) { race, update in
            for loser in race.update(from: index) { inputs.disconnect(loser) }
            if race.winner == index { output(update) }
          } ended: { race in
            if race.end(of: index) { output.end() }
          }
          race.runners.append(runner)
          join(index + 1)
        }
      }
      join(0)
    }
  }
}

@usableFromInline package struct Race: Sendable {
  /// In the order of joining.
  @usableFromInline package var runners: [Upstreams.Key] = []
  @usableFromInline package private(set) var winner: Int?
  private var remaining: Int

  @usableFromInline package init(of count: Int) { remaining = count }

  @usableFromInline package var isOpen: Bool { winner == nil }

  /// Handles an update. The first update decides the race. Returns the publishers to cancel.
  @usableFromInline package mutating func update(from index: Int) -> [Upstreams.Key] {
    guard isOpen else { return [] }
    winner = index
    defer { runners = [] }
    return runners.indices.filter { $0 != index }.map { runners[$0] }
  }

  /// Handles the end of a publisher. Returns whether no more updates are possible.
  @usableFromInline package mutating func end(of index: Int) -> Bool {
    remaining -= 1
    return winner.map { $0 == index } ?? (remaining == 0)
  }
}
