import TidingsCore

extension Law<PublisherSubject> {
  package static var valueLaws: [Law] {
    [
      Law(.v1, "the current value did not come first, once, before the subscription was made", for: \.isValue) { rig in
        let early = Notes<Int>()
        let kept = rig.listen(early)
        rig.trial.expect(early.events, rig.subject.first(), "a subscriber, before anything was set")
        rig.send(7)
        let late = Notes<Int>()
        let token = rig.listen(late)
        rig.trial.expect(late.events, [7], "a subscriber after 7 was set")
        rig.invalidate(token)
        rig.invalidate(kept)
      },

      Law(
        .v1, "during another thread's delivery a subscriber did not get the current value first", isConcurrent: true,
        for: \.isValue
      ) { rig in
        let notes = Notes<Int>()
        let joined = TokenBox()
        let outer = rig.attach { update in
          guard update == 1 else { return }
          rig.trial.onOtherThread {
            rig.send(2)
            joined.hold(rig.listen(notes))
            let first = notes.events
            rig.trial.expect(
              first == [1] || first == [2],
              "1 was being delivered and 2 was set: when attach(_:) returned, came \(first)")
          }
        }
        rig.send(1)
        joined.hold(nil)
        rig.invalidate(outer)
      },

      Law(.v2, "changes were lost, doubled or put out of order", for: \.isValue) { rig in
        let notes = Notes<Int>()
        let token = rig.listen(notes)
        for number in 1...5 { rig.send(number) }
        // Whether the current value comes first is asked by another law.
        rig.trial.expect(notes.events.filter { $0 > 0 }, Array(1...5), "the values 1 to 5 were set")
        rig.invalidate(token)
      },

      Law(.v2, "the last update that was delivered is not the final value", isConcurrent: true, for: \.isReadable) {
        rig in
        let notes = [Notes<Int>(), Notes<Int>()]
        let first = rig.attach { update in
          notes[0].add(update)
          if update == 1 { rig.trial.onOtherThread { rig.send(2) } }
        }
        let second = rig.listen(notes[1])
        rig.send(1)
        let last = notes.map { $0.events.last ?? .min }
        rig.trial.expect(
          last.allSatisfy { $0 == rig.value },
          "2 was set on another thread during the delivery of 1: it reads \(rig.value), and two subscribers got at last \(last)"
        )
        withExtendedLifetime((first, second)) {}
      },

      Law(
        .v2, "between the first value and the changes after it something was lost or doubled", isConcurrent: true,
        for: \.isValue
      ) { rig in
        for _ in 0..<30 {
          let round = rig.renewed
          let notes = Notes<Int>()
          let joined = TokenBox()
          let ends = Notes<Int>()
          let last = Notes<Int>()
          let kept = round.attach { if $0 == 20 { ends.add($0) } }
          round.trial.onThreads(2) { index in
            if index == 0 {
              for number in 1...20 { round.send(number) }
            } else {
              joined.hold(
                round.attach { number in
                  notes.add(number)
                  if number == 21 { last.add(number) }
                })
            }
          }
          ends.wait(for: "the update 20", count: 1, in: round.trial)
          round.send(21)
          // A thread of the pool may still deliver the changes before it.
          last.wait(for: "the update 21", count: 1, in: round.trial)
          let events = notes.events
          let isWhole = events.first.map { events == Array($0...21) } ?? true
          round.trial.expect(isWhole, "while 1 to 20 were set, then 21, a subscriber joined and got \(events)")
          joined.hold(nil)
          round.invalidate(kept)
          if !isWhole { return }
        }
      },

      Law(.v3, "an equal value was delivered, or a change there and back was not", for: \.isValue) { rig in
        let notes = Notes<Int>()
        let token = rig.listen(notes)
        for number in [1, 1, 2, 1] { rig.send(number) }
        rig.trial.expect(notes.events.filter { $0 > 0 }, [1, 2, 1], "the values 1, 1, 2, 1 were set")
        rig.invalidate(token)
      },

      Law(.v3, "a change was measured against what was delivered, not against what was set last", for: \.isValue) {
        rig in
        let notes = Notes<Int>()
        let token = rig.attach { update in
          notes.add(update)
          guard update == 1, notes.events.filter({ $0 == 1 }).count == 1 else { return }
          rig.send(2)
          rig.send(1)
        }
        rig.send(1)
        let ones = notes.events.filter { $0 == 1 }.count
        rig.trial.expect(
          ones == 2 || !notes.events.contains(2), "during the delivery of 1 were set 2 and 1: \(notes.events)")
        rig.invalidate(token)
      },

      Law(.v5, "the value does not read as it was set last", for: \.isReadable) { rig in
        let token = rig.listen(Notes())
        rig.send(5)
        rig.trial.expect(rig.value, 5, "5 was set, with a subscriber")
        rig.invalidate(token)
        rig.send(6)
        rig.trial.expect(rig.value, 6, "6 was set, without one")
      },

      Law(.v5, "inside a delivery the value does not read as it was set last", for: \.isReadable) { rig in
        let notes = Notes<Int>()
        let token = rig.attach { update in
          guard update == 1 else { return }
          rig.send(2)
          notes.add(rig.value)
        }
        rig.send(1)
        rig.trial.expect(notes.events, [2], "2 was set during the delivery of 1")
        rig.invalidate(token)
      },
    ]
  }
}

extension LawRig<PublisherSubject> {
  /// What it reads; only for values.
  fileprivate var value: Int { subject.value?() ?? .min }
}
