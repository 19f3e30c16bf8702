import TidingsCore

extension Law<PublisherSubject> {
  static var endLaws: [Law] {
    [
      Law(.p10, "the end was not told exactly once, after the last update", for: \.ends) { rig in
        let notes = Notes<String>()
        let token = rig.listenToAll(notes)
        rig.send(1)
        rig.end()
        rig.end()
        // Updates after the end are asked by another law.
        let ends = notes.events.filter { $0 == "end" }.count
        rig.trial.expect(ends == 1, "send(1), end() twice: the end was told \(ends) times: \(notes.events)")
        rig.trial.expect(!token.isActive, "after the end the token says that it is active")
      },

      Law(.p10, "an update was delivered after the end", for: \.ends) { rig in
        let notes = Notes<String>()
        let token = rig.listenToAll(notes)
        rig.send(1)
        rig.end()
        rig.send(2)
        let behind = notes.events.drop { $0 != "end" }.filter { $0 != "end" }
        rig.trial.expect(behind.isEmpty, "send(1), end(), send(2): \(notes.events)")
        rig.invalidate(token)
      },

      Law(.p10, "an end from inside a delivery did not come behind what was accepted before", for: \.ends) { rig in
        let notes = Notes<String>()
        let first = rig.attach { update in
          guard update == 1 else { return }
          rig.send(2)
          rig.end()
        }
        let second = rig.listenToAll(notes)
        rig.send(1)
        let end = notes.events.firstIndex(of: "end") ?? notes.events.endIndex
        let before = notes.events[..<end].filter { $0 == "1" || $0 == "2" }
        rig.trial.expect(before.sorted(), ["1", "2"], "send(1), which sends 2 and ends: before the end came")
        rig.invalidate(first)
        rig.invalidate(second)
      },

      Law(.p10, "an invalidated subscription was told of the end", for: \.ends) { rig in
        let notes = Notes<String>()
        let token = rig.attach { _ in }
        token.whenEnded(isolation: nil) { notes.add("end") }
        rig.invalidate(token)
        rig.end()
        rig.trial.expect(notes.events.isEmpty, "invalidate(), end(): the handler of the end has run")
        token.whenEnded(isolation: nil) { notes.add("end") }
        rig.trial.expect(notes.events.isEmpty, "a handler that was added after invalidate() and end() has run")
      },

      Law(.p10, "a handler that was added after the end did not run", for: \.ends) { rig in
        let notes = Notes<String>()
        let token = rig.attach { _ in }
        rig.end()
        token.whenEnded(isolation: nil) { notes.add("end") }
        rig.trial.expect(notes.events, ["end"], "end(), then whenEnded(_:)")
      },

      Law(.p8, "a subscriber that came after the end was not told of it", for: \.ends) { rig in
        let kept = rig.listen(Notes())
        rig.send(1)
        rig.end()
        let notes = Notes<String>()
        let late = rig.listenToAll(notes)
        rig.trial.expect(notes.events.filter { $0 == "end" }, ["end"], "a subscriber after send(1), end()")
        rig.trial.expect(!late.isActive, "its token says that it is active")
        withExtendedLifetime(kept) {}
      },

      Law(
        .p8, "a subscriber that came after the end got something other than what is kept",
        for: { $0.ends && !$0.isTask }
      ) { rig in
        let early = rig.listen(Notes())
        rig.send(1)
        rig.end()
        let notes = Notes<Int>()
        let late = rig.listen(notes)
        let kept = rig.subject.first(after: [1] + rig.subject.resultAtEnd)
        rig.trial.expect(notes.events, kept, "a subscriber after send(1), end()")
        withExtendedLifetime((early, late)) {}
      },

      Law(.p8, "the closure was kept after the end", for: \.ends) { rig in
        let (token, isHeld) = rig.attachHolding()
        rig.send(1)
        rig.end()
        rig.trial.expect(!isHeld(), "what the closure captured is still alive when end() has returned")
        withExtendedLifetime(token) {}
      },

      Law(
        .p10, "several threads ended the publisher, and the end was not told once, at last", isConcurrent: true,
        for: \.ends
      ) {
        rig in
        for _ in 0..<30 {
          let round = rig.renewed
          let notes = Notes<String>()
          let ends = Notes<Void>()
          let token = round.listenToAll(notes)
          token.whenEnded(isolation: nil) { ends.add(()) }
          round.trial.onThreads(2) { index in
            round.send(index + 1)
            round.end()
          }
          ends.wait(for: "the end", count: 1, in: round.trial)
          let isLast = notes.events.last == "end" && notes.events.filter { $0 == "end" }.count == 1
          round.trial.expect(isLast, "two threads each send and end: \(notes.events)")
          if !isLast { return }
        }
      },
    ]
  }
}
