import TidingsCore

extension Contract<PublisherSubject> {
  /// The contracts that need many attempts to find races.
  static var threadContracts: [Contract] {
    [
      Contract(
        .p2, "after invalidate() more than the one call that had begun on another thread was made", isConcurrent: true
      ) {
        fixture in
        let kept = fixture.listen(Notes())
        let rounds = Notes<Int>()
        fixture.trial.onThreads(2) { index in
          if index == 0 {
            var number = 0
            while rounds.events.count < 50 {
              number += 1
              fixture.send(number)
            }
          } else {
            for _ in 0..<50 {
              let isOver = SharedFlag()
              let late = Notes<Void>()
              let token = fixture.attach { _ in if isOver.value { late.add(()) } }
              fixture.invalidate(token)
              _ = isOver.exchange(true)
              rounds.add(late.events.count)
            }
          }
        }
        fixture.trial.expect(
          rounds.events.allSatisfy { $0 <= 1 }, "calls after invalidate() in 50 rounds: \(rounds.events)")
        fixture.invalidate(kept)
      }
    ]
  }
}
