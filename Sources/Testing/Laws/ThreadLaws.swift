import TidingsCore

extension Law<PublisherSubject> {
  /// Of races, which need many attempts.
  static var threadLaws: [Law] {
    [
      Law(
        .p2, "after invalidate() more than the one call that had begun on another thread was made", isConcurrent: true
      ) {
        rig in
        let kept = rig.listen(Notes())
        let rounds = Notes<Int>()
        rig.trial.onThreads(2) { index in
          if index == 0 {
            var number = 0
            while rounds.events.count < 50 {
              number += 1
              rig.send(number)
            }
          } else {
            for _ in 0..<50 {
              let isOver = SharedFlag()
              let late = Notes<Void>()
              let token = rig.attach { _ in if isOver.value { late.add(()) } }
              rig.invalidate(token)
              _ = isOver.exchange(true)
              rounds.add(late.events.count)
            }
          }
        }
        rig.trial.expect(
          rounds.events.allSatisfy { $0 <= 1 }, "calls after invalidate() in 50 rounds: \(rounds.events)")
        rig.invalidate(kept)
      }
    ]
  }
}
