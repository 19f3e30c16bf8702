import Synchronization
import TidingsCore

extension Contract<PublisherSubject> {
  /// The contracts about subscribing and unsubscribing.
  static var subscriptionContracts: [Contract] {
    [
      Contract(.p1, "subscribing or leaving delivered an update to another subscriber") { fixture in
        let notes = Notes<Int>()
        fixture.listen(notes)
        let before = notes.events
        fixture.invalidate(fixture.listen(Notes()))
        fixture.expect(notes.events, before, "the first subscriber, after a second one subscribed and unsubscribed")
      },

      Contract(.p1, "a subscriber that left took an update from another") { fixture in
        let staying = [Notes<Int>(), Notes(), Notes()]
        func stay(_ index: Int) { fixture.attach { if $0 > 0 { staying[index].add($0) } } }
        let leaving = Notes<Subscription>()
        stay(0)
        leaving.add(fixture.attach { if $0 == 1, let token = leaving.events.first { fixture.invalidate(token) } })
        stay(1)
        let other = fixture.listen(Notes())
        stay(2)
        fixture.send(1)
        fixture.invalidate(other)
        fixture.send(2)
        for notes in staying {
          fixture.expect(notes.events, [1, 2], "send(1), at which one leaves, another leaves, send(2)")
        }
      },

      Contract(.p1, "a subscription continued after its token was released") { fixture in
        let notes = Notes<Int>()
        var token: Subscription? = fixture.trial.call("attach(_:)") { fixture.subject.attach({ notes.add($0) }, nil) }
        fixture.send(1)
        withExtendedLifetime(token) {}
        fixture.trial.call("dropping the token") { token = nil }
        let before = notes.events
        fixture.send(2)
        fixture.expect(notes.events, before, "send(1), the token is dropped, send(2)")
      },

      Contract(.p2, "an update was delivered after invalidate() had returned") { fixture in
        let notes = Notes<Int>()
        let token = fixture.listen(notes)
        fixture.send(1)
        fixture.invalidate(token)
        fixture.invalidate(token)
        let before = notes.events
        fixture.send(2)
        fixture.expect(notes.events, before, "send(1), invalidate() twice, send(2)")
        fixture.expect(!token.isActive, "the token is still active")
      },

      Contract(.p2, "a subscriber was called that had been invalidated earlier in the same delivery") { fixture in
        let notes = Notes<String>()
        for name in ["first", "second"] {
          fixture.attach { update in
            guard update == 1 else { return }
            notes.add(name)
            fixture.invalidateAll()
          }
        }
        fixture.send(1)
        fixture.expect(
          notes.events.count <= 1, "send(1), at which each of two subscribers ends both: called were \(notes.events)")
      },

      Contract(.p2, "a subscriber that had invalidated itself was called again") { fixture in
        let notes = Notes<Int>()
        let wasNested = Atomic(false)
        fixture.attach { update in
          notes.add(update)
          guard update == 1 else { return }
          fixture.send(2)
          if notes.events.last == 2 { wasNested.store(true, ordering: .relaxed) }
          fixture.invalidateAll()
        }
        fixture.send(1)
        fixture.send(3)
        // If it is entered while it runs, it receives 2 before it unsubscribes. This breaks another contract.
        let later = notes.events.drop { $0 != 1 }.dropFirst()
        fixture.expect(
          wasNested.load(ordering: .relaxed) || later.isEmpty,
          "send(1), at which it sends 2 and invalidates its token, then send(3): \(notes.events)")
      },

      Contract(
        .p2, "after invalidate() more than the one call that had begun on another thread was made", isConcurrent: true
      ) {
        fixture in
        fixture.listen(Notes())
        // Counted after all calls.
        let rounds = Notes<Notes<Void>>()
        fixture.trial.onThreads(2) { index in
          if index == 0 {
            var number = 0
            while rounds.events.count < 50, !fixture.trial.isAbandoned {
              number += 1
              fixture.send(number)
            }
          } else {
            for _ in 0..<50 {
              let isOver = Atomic(false)
              let late = Notes<Void>()
              let token = fixture.attach { _ in if isOver.load(ordering: .relaxed) { late.add(()) } }
              fixture.invalidate(token)
              isOver.store(true, ordering: .relaxed)
              rounds.add(late)
            }
          }
        }
        // At least two of these differ from the number before.
        for number in [3, 2, 1] { fixture.send(number) }
        let calls = rounds.events.map(\.events.count)
        fixture.expect(calls.allSatisfy { $0 <= 1 }, "calls after invalidate() in 50 rounds: \(calls)")
      },

      Contract(.p2, "the closure was kept after invalidate()") { fixture in
        let isHeld = fixture.attachHolding()
        fixture.send(1)
        fixture.invalidateAll()
        fixture.expect(!isHeld(), "what the closure captured is still alive when invalidate() has returned")
      },

      Contract(.p2, "the closure was kept after its subscriber had left in its own delivery") { fixture in
        let left = Notes<Void>()
        let isHeld = fixture.attachHolding { update in
          guard update == 1 else { return }
          fixture.invalidateAll()
          left.add(())
        }
        fixture.send(1)
        // A lost update breaks another contract.
        guard !left.events.isEmpty else { return }
        fixture.expect(!isHeld(), "what the closure captured is still alive when send(1) has returned")
      },

      Contract(
        .p6, "a new subscriber got something other than what the publisher keeps", for: { !$0.isValue && !$0.isTask }
      ) {
        fixture in
        let early = Notes<Int>()
        fixture.listen(early)
        fixture.expect(early.events, [], "the first subscriber, before anything was sent")
        fixture.send(1)
        let late = Notes<Int>()
        fixture.listen(late)
        fixture.expect(late.events, fixture.subject.first(after: [1]), "a subscriber after send(1)")
      },

      Contract(
        .p2, "the operator stayed subscribed to its source after its last subscriber had left", for: \.isOperator
      ) {
        fixture in
        let token = fixture.listen(Notes())
        fixture.send(1)
        fixture.invalidate(token)
        fixture.expect(fixture.subject.isSourceFollowed?() != true, "the source still has a subscriber")
      },

      Contract(.p8, "the operator subscribed to its source before its first subscription", for: \.isOperator) {
        fixture in
        fixture.expect(fixture.subject.isSourceFollowed?() != true, "the source has a subscriber")
      },
    ]
  }
}
