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
  /// Delivers the updates of the one that updates first. An empty collection ends immediately. See ``Publisher/race(with:)``.
  @_alwaysEmitIntoClient public func raced() -> Broadcaster<Element.Update> {
    let publishers = map { Broadcaster($0) }
    guard !publishers.isEmpty else { return .empty }
    let start = (runners: [Upstreams.Key](), winner: Int?.none, remaining: publishers.count)
    return Broadcaster(remembering: start) { inputs, output in
      // Each is subscribed to after the updates that the previous one delivers immediately.
      @Sendable func join(_ index: Int) {
        inputs.put { race in
          guard race.winner == nil, index < publishers.count else { return }
          let runner = inputs.connect(publishers[index]) { race, update in
            if race.winner == nil {
              race.winner = index
              for loser in race.runners.indices where loser != index { inputs.disconnect(race.runners[loser]) }
            }
            if race.winner == index { output(update) }
          } ended: { race in
            race.remaining -= 1
            if race.winner == index || race.winner == nil && race.remaining == 0 { output.end() }
          }
          race.runners.append(runner)
          join(index + 1)
        }
      }
      join(0)
    }
  }
}
