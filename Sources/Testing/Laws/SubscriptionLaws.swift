import TidingsCore

extension Law<PublisherSubject> {
  /// Of joining and leaving.
  static var subscriptionLaws: [Law] {
    [
      Law(.p1, "subscribing or leaving delivered an update to another subscriber") { rig in
        let notes = Notes<Int>()
        let kept = rig.listen(notes)
        let before = notes.events
        rig.invalidate(rig.listen(Notes()))
        rig.trial.expect(notes.events, before, "the first subscriber, when a second had come and gone")
        rig.invalidate(kept)
      },

      Law(.p1, "a subscription went on after its token had been dropped") { rig in
        let notes = Notes<Int>()
        var token: Subscription? = rig.listen(notes)
        rig.send(1)
        withExtendedLifetime(token) {}
        rig.trial.call("dropping the token") { token = nil }
        let before = notes.events
        rig.send(2)
        rig.trial.expect(notes.events, before, "send(1), the token is dropped, send(2)")
      },

      Law(.p2, "an update was delivered after invalidate() had returned") { rig in
        let notes = Notes<Int>()
        let token = rig.listen(notes)
        rig.send(1)
        rig.invalidate(token)
        rig.invalidate(token)
        let before = notes.events
        rig.send(2)
        rig.trial.expect(notes.events, before, "send(1), invalidate() twice, send(2)")
        rig.trial.expect(!token.isActive, "the token says that it is active")
      },

      Law(.p2, "a subscriber was called that had been invalidated earlier in the same delivery") { rig in
        let notes = Notes<String>()
        let tokens = [TokenBox(), TokenBox()]
        for (own, other) in [(0, 1), (1, 0)] {
          tokens[own].hold(
            rig.attach { update in
              guard update == 1 else { return }
              notes.add(own == 0 ? "first" : "second")
              rig.invalidate(tokens[other].current)
            })
        }
        rig.send(1)
        rig.trial.expect(
          notes.events.count <= 1, "send(1), and each of two subscribers ends the other: called were \(notes.events)")
        for token in tokens { token.hold(nil) }
      },

      Law(.p2, "a subscriber that had invalidated itself was called again") { rig in
        let notes = Notes<Int>()
        let own = TokenBox()
        let wasNested = SharedFlag()
        own.hold(
          rig.attach { update in
            notes.add(update)
            guard update == 1 else { return }
            rig.send(2)
            if notes.events.last == 2 { _ = wasNested.exchange(true) }
            rig.invalidate(own.current)
          })
        rig.send(1)
        rig.send(3)
        // Entered while it ran, it gets 2 before it leaves: that breaks another law.
        let later = notes.events.drop { $0 != 1 }.dropFirst()
        rig.trial.expect(
          wasNested.value || later.isEmpty,
          "send(1), at which it sends 2 and invalidates its token, then send(3): \(notes.events)")
        own.hold(nil)
      },

      Law(.p2, "the closure was kept after invalidate()") { rig in
        let (token, isHeld) = rig.attachHolding()
        rig.send(1)
        rig.invalidate(token)
        rig.trial.expect(!isHeld(), "what the closure captured is still alive when invalidate() has returned")
        withExtendedLifetime(token) {}
      },

      Law(.p2, "the closure was kept after its subscriber had left in its own delivery") { rig in
        let own = TokenBox()
        let (token, isHeld) = rig.attachHolding { if $0 == 1 { rig.invalidate(own.current) } }
        own.hold(token)
        rig.send(1)
        rig.trial.expect(!isHeld(), "what the closure captured is still alive when send(1) has returned")
        own.hold(nil)
      },

      Law(.p6, "a new subscriber got something other than what the publisher keeps", for: { !$0.isValue && !$0.isTask })
      {
        rig in
        let early = Notes<Int>()
        let kept = rig.listen(early)
        rig.trial.expect(early.events, [], "the first subscriber, before anything was sent")
        rig.send(1)
        let late = Notes<Int>()
        let token = rig.listen(late)
        rig.trial.expect(late.events, rig.subject.first(after: [1]), "a subscriber after send(1)")
        rig.invalidate(token)
        rig.invalidate(kept)
      },

      Law(.p2, "the operator stayed subscribed to its source after its last subscriber had left", for: \.isOperator) {
        rig in
        let token = rig.listen(Notes())
        rig.send(1)
        rig.invalidate(token)
        rig.trial.expect(rig.subject.isSourceFollowed?() != true, "the source still has a subscriber")
      },

      Law(.p8, "the operator subscribed to its source before anybody had subscribed to it", for: \.isOperator) { rig in
        rig.trial.expect(rig.subject.isSourceFollowed?() != true, "the source has a subscriber")
      },
    ]
  }
}
